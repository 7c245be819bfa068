// SPDX-License-Identifier: Apache-2.0

// An entry of a table of files: that of the name FILE in FOLDER. Included once for each.

#define TEXT(tokens) #tokens
#define STRING(tokens) TEXT(tokens)
#define PATH STRING(FOLDER/FILE)

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
{STRING(FILE),
 (const unsigned char[]){
#embed PATH
 },
 sizeof((const unsigned char[]){
#embed PATH
 })},
#pragma clang diagnostic pop

#undef FILE
#undef PATH
#undef STRING
#undef TEXT
