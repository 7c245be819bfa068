// SPDX-License-Identifier: Apache-2.0
// The ends of lists, for browsers that have no `findLast` and no `at`. Pure.

export const final = (list) => list[list.length - 1];

export function lastIndex(list, holds) {
  let index = list.length - 1;
  while (index >= 0 && !holds(list[index])) index--;
  return index;
}

export const last = (list, holds) => list[lastIndex(list, holds)];
