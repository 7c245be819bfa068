// SPDX-License-Identifier: Apache-2.0

#include "CResources.h"

#define FOLDER ../../Web

static const struct resource files[] = {
#define FILE app.css
#include "File.h"
#define FILE audio.js
#include "File.h"
#define FILE awake.js
#include "File.h"
#define FILE beats.js
#include "File.h"
#define FILE calibration.js
#include "File.h"
#define FILE clock.js
#include "File.h"
#define FILE connection.js
#include "File.h"
#define FILE curve.js
#include "File.h"
#define FILE dial.js
#include "File.h"
#define FILE dom.js
#include "File.h"
#define FILE face-counter.js
#include "File.h"
#define FILE face-heart.js
#include "File.h"
#define FILE face-lamps.js
#include "File.h"
#define FILE face-pendulum.js
#include "File.h"
#define FILE face-ring.js
#include "File.h"
#define FILE face-rings.js
#include "File.h"
#define FILE faces.css
#include "File.h"
#define FILE flash.js
#include "File.h"
#define FILE icon-192.png
#include "File.h"
#define FILE icon.svg
#include "File.h"
#define FILE index.html
#include "File.h"
#define FILE keys.js
#include "File.h"
#define FILE lights.js
#include "File.h"
#define FILE link.js
#include "File.h"
#define FILE list.js
#include "File.h"
#define FILE main.js
#include "File.h"
#define FILE manifest.webmanifest
#include "File.h"
#define FILE motion.js
#include "File.h"
#define FILE now.js
#include "File.h"
#define FILE panel-bar.js
#include "File.h"
#define FILE panel-lanes.js
#include "File.h"
#define FILE panel-pieces.js
#include "File.h"
#define FILE panel-practice.js
#include "File.h"
#define FILE panel-score.js
#include "File.h"
#define FILE panel-song.js
#include "File.h"
#define FILE panel-sound.js
#include "File.h"
#define FILE panels.css
#include "File.h"
#define FILE pattern.js
#include "File.h"
#define FILE pieces.js
#include "File.h"
#define FILE player.js
#include "File.h"
#define FILE room.css
#include "File.h"
#define FILE score.js
#include "File.h"
#define FILE second.js
#include "File.h"
#define FILE silent.mp4
#include "File.h"
#define FILE sound.js
#include "File.h"
#define FILE stage.js
#include "File.h"
#define FILE steps.js
#include "File.h"
#define FILE store.js
#include "File.h"
#define FILE time.js
#include "File.h"
#define FILE timeline.js
#include "File.h"
#define FILE trainers.js
#include "File.h"
#define FILE transport.js
#include "File.h"
#define FILE within.js
#include "File.h"
#define FILE words.js
#include "File.h"
#define FILE worker.js
#include "File.h"
};

const struct resource *resource_of_page(size_t index) { return index < sizeof files / sizeof *files ? &files[index] : NULL; }
