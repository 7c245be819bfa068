// SPDX-License-Identifier: GPL-3.0-or-later

// Nothing is called by name: alsa-lib loads it.
