// SPDX-License-Identifier: Apache-2.0

/// The files of the page, which are part of the program.
public enum Page {
    /// A file.
    public struct File: Sendable {
        /// Its name, without a folder.
        public let name: String
        /// Its content.
        public let bytes: [UInt8]

        /// What a browser is sent of it: a script without the lines of its comments.
        public var served: [UInt8] {
            guard name.hasSuffix(".js") else { return bytes }
            var isComment = false
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).filter { line in
                let code = line.drop { $0 == UInt8(ascii: " ") }
                if code.starts(with: "/**".utf8) { isComment = true }
                defer { if isComment, line.suffix(2).elementsEqual("*/".utf8) { isComment = false } }
                return !isComment && !code.starts(with: "//".utf8)
            }
            return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        }
    }

    /// All of them; `index.html` is the page itself.
    public static let files: [File] = [
        File(name: "app.css", bytes: PackageResources.app_css),
        File(name: "audio.js", bytes: PackageResources.audio_js),
        File(name: "awake.js", bytes: PackageResources.awake_js),
        File(name: "beats.js", bytes: PackageResources.beats_js),
        File(name: "calibration.js", bytes: PackageResources.calibration_js),
        File(name: "clock.js", bytes: PackageResources.clock_js),
        File(name: "connection.js", bytes: PackageResources.connection_js),
        File(name: "curve.js", bytes: PackageResources.curve_js),
        File(name: "dial.js", bytes: PackageResources.dial_js),
        File(name: "dom.js", bytes: PackageResources.dom_js),
        File(name: "face-counter.js", bytes: PackageResources.face_counter_js),
        File(name: "face-heart.js", bytes: PackageResources.face_heart_js),
        File(name: "face-lamps.js", bytes: PackageResources.face_lamps_js),
        File(name: "face-pendulum.js", bytes: PackageResources.face_pendulum_js),
        File(name: "face-ring.js", bytes: PackageResources.face_ring_js),
        File(name: "face-rings.js", bytes: PackageResources.face_rings_js),
        File(name: "faces.css", bytes: PackageResources.faces_css),
        File(name: "flash.js", bytes: PackageResources.flash_js),
        File(name: "icon-192.png", bytes: PackageResources.icon_192_png),
        File(name: "icon.svg", bytes: PackageResources.icon_svg),
        File(name: "index.html", bytes: PackageResources.index_html),
        File(name: "keys.js", bytes: PackageResources.keys_js),
        File(name: "lights.js", bytes: PackageResources.lights_js),
        File(name: "link.js", bytes: PackageResources.link_js),
        File(name: "list.js", bytes: PackageResources.list_js),
        File(name: "main.js", bytes: PackageResources.main_js),
        File(name: "manifest.webmanifest", bytes: PackageResources.manifest_webmanifest),
        File(name: "motion.js", bytes: PackageResources.motion_js),
        File(name: "now.js", bytes: PackageResources.now_js),
        File(name: "panel-bar.js", bytes: PackageResources.panel_bar_js),
        File(name: "panel-lanes.js", bytes: PackageResources.panel_lanes_js),
        File(name: "panel-pieces.js", bytes: PackageResources.panel_pieces_js),
        File(name: "panel-practice.js", bytes: PackageResources.panel_practice_js),
        File(name: "panel-score.js", bytes: PackageResources.panel_score_js),
        File(name: "panel-song.js", bytes: PackageResources.panel_song_js),
        File(name: "panel-sound.js", bytes: PackageResources.panel_sound_js),
        File(name: "panels.css", bytes: PackageResources.panels_css),
        File(name: "pattern.js", bytes: PackageResources.pattern_js),
        File(name: "pieces.js", bytes: PackageResources.pieces_js),
        File(name: "player.js", bytes: PackageResources.player_js),
        File(name: "room.css", bytes: PackageResources.room_css),
        File(name: "score.js", bytes: PackageResources.score_js),
        File(name: "second.js", bytes: PackageResources.second_js),
        File(name: "silent.mp4", bytes: PackageResources.silent_mp4),
        File(name: "sound.js", bytes: PackageResources.sound_js),
        File(name: "stage.js", bytes: PackageResources.stage_js),
        File(name: "steps.js", bytes: PackageResources.steps_js),
        File(name: "store.js", bytes: PackageResources.store_js),
        File(name: "time.js", bytes: PackageResources.time_js),
        File(name: "timeline.js", bytes: PackageResources.timeline_js),
        File(name: "trainers.js", bytes: PackageResources.trainers_js),
        File(name: "transport.js", bytes: PackageResources.transport_js),
        File(name: "words.js", bytes: PackageResources.words_js),
        File(name: "worker.js", bytes: PackageResources.worker_js),
    ]
}
