// SPDX-License-Identifier: Apache-2.0
// The words of the page, in English and German, or one for both, by the browser's language.

const words = {
  start: "Start", stop: ["Stop", "Stopp"], tap: ["Tap", "Tippen"], tempo: "Tempo",
  faster: ["Faster", "Schneller"], slower: ["Slower", "Langsamer"], bpm: ["beats per minute", "Schläge pro Minute"],
  half: ["Half tempo", "Halbes Tempo"], double: ["Double tempo", "Doppeltes Tempo"],
  bar: ["Bar", "Takt"], lanes: ["Drums", "Drums"], song: ["Song", "Stück"], practice: ["Practice", "Üben"], sound: ["Sound", "Klang"],
  controls: ["Controls", "Bedienung"], beats: ["Beats of the bar", "Schläge des Taktes"], faces: ["Faces", "Anzeigen"],
  transport: ["Transport", "Wiedergabe"], face: ["Face {0} of {1}: {2}", "Anzeige {0} von {1}: {2}"],
  pendulum: ["Pendulum", "Pendel"], ring: "Ring", lamps: ["Lamps", "Lampen"], heart: ["Heart", "Herz"], counter: ["Counter", "Zählwerk"], rings: ["Rhythm as rings", "Rhythmus als Ringe"],
  beatN: ["Beat {0}: {1}", "Schlag {0}: {1}"], signX: ["bell", "Glocke"], signA: ["accent", "betont"], signx: "normal",
  signo: ["soft", "leise"], "sign.": ["silent", "stumm"], stepN: ["{0}, step {1}: {2}", "{0}, Schritt {1}: {2}"],
  perBar: ["Beats in a bar", "Schläge im Takt"], note: ["Note of a beat", "Note eines Schlages"],
  groups: ["Groups", "Gruppen"], subdivision: ["Subdivision", "Unterteilung"], meter: ["Meter", "Taktart"], typeTempo: ["Tempo as a number", "Tempo als Zahl"],
  parts1: ["Beats alone", "Nur Schläge"], parts2: ["Two for a beat", "Zwei je Schlag"], parts3: ["Triplets", "Triolen"], parts4: ["Four for a beat", "Vier je Schlag"], swing: "Swing",
  even: ["even", "gerade"], light: ["light", "leicht"], triplet: ["triplet", "Triole"], hard: ["hard", "hart"],
  bell: ["Bell", "Glocke"], accentsAuto: ["Accents by the meter", "Betonung nach der Taktart"],
  more: ["More: {0}", "Mehr: {0}"], less: ["Less: {0}", "Weniger: {0}"],
  addLane: ["Add a drum", "Stimme hinzufügen"], removeLane: ["Remove {0}", "{0} entfernen"], groove: "Groove",
  noLanes: ["No drums yet. Add one, or choose a groove.", "Noch keine Drums. Füge eine Stimme hinzu oder wähle einen Groove."],
  written: ["{0}: {1}, as it was written", "{0}: {1}, wie geschrieben"],
  noSong: ["No song is loaded.", "Kein Stück ist geladen."], sections: ["Sections", "Abschnitte"], next: ["Next: {0}", "Danach: {0}"],
  seek: ["Go to {0}", "Zu {0} gehen"], loop: ["Repeat", "Wiederholen"], climb: ["Faster each pass", "Jedes Mal schneller"], fromBar: ["From bar", "Von Takt"], toBar: ["To bar", "Bis Takt"],
  bars: ["{0} bars", "{0} Takte"], oneBar: ["1 bar", "1 Takt"], scale: ["Speed of the song", "Geschwindigkeit des Stücks"], setlist: ["Set list", "Setliste"],
  ofAll: ["{0} of {1}", "{0} von {1}"], lastEntry: ["The last one", "Das letzte"], nextEntry: ["Next entry", "Nächster Eintrag"], previousEntry: ["Entry before", "Voriger Eintrag"], presets: ["Presets", "Voreinstellungen"], songs: ["Songs", "Stücke"],
  presetName: ["Name of a preset", "Name der Voreinstellung"], setlistName: ["Name of a set list", "Name der Setliste"],
  save: ["Save", "Speichern"], replace: ["Replace", "Ersetzen"], delete: ["Delete", "Löschen"], edit: ["Edit", "Bearbeiten"], create: ["New", "Neu"], done: ["Done", "Fertig"],
  askReplace: ["Replace “{0}”?", "„{0}“ ersetzen?"], askDelete: ["Delete “{0}”?", "„{0}“ löschen?"],
  addEntry: ["Add an entry", "Eintrag hinzufügen"], addFirst: ["Add the first entry", "Ersten Eintrag hinzufügen"],
  moveUp: ["{0}: up", "{0}: nach oben"], moveDown: ["{0}: down", "{0}: nach unten"], takeOut: ["Take out {0}", "{0} herausnehmen"],
  countIn: ["Count-in", "Einzähler"], score: ["Timing score", "Timing-Wertung"], early: ["early", "früh"], behind: ["late", "spät"],
  rushing: ["rushing", "treibt"], steady: ["steady", "gleichmäßig"], dragging: ["dragging", "schleppt"], tapAlong: ["Tap along while it plays", "Tippe mit, während es spielt"],
  scatter: "± {0} ms", journal: ["Journal", "Übetagebuch"], played: ["{0} in {1} days", "{0} in {1} Tagen"], minutes: ["{0} min", "{0} Min."], hours: ["{0} h", "{0} Std."], off: ["off", "aus"],
  volume: ["Volume", "Lautstärke"], volumeOf: ["Volume of {0}", "Lautstärke von {0}"], muteOf: ["Mute {0}", "{0} stumm"],
  sounds: ["Sounds", "Klänge"], soundOf: ["Sound: {0}", "Klang: {0}"], asBeat: ["as the beat", "wie der Schlag"], accent: ["Accent", "Betonung"], ghost: ["Soft", "Leise"],
  beat: ["Beat", "Schlag"],
  click: ["Click on this device", "Klick auf diesem Gerät"], late: ["This device is late by", "Dieses Gerät ist später um"],
  calibrate: ["Measure by tapping", "Durch Tippen messen"], flash: ["Flash the screen", "Bildschirm blitzen"], vibrate: ["Vibrate", "Vibrieren"],
  prompts: ["What to play next", "Was als Nächstes"], speak: ["Speak what comes next", "Sagen, was kommt"],
  awake: ["Keep the screen awake", "Bildschirm wach halten"], theme: ["Colours", "Farben"], auto: ["automatic", "automatisch"],
  lightTheme: ["light", "hell"], darkTheme: ["dark", "dunkel"], undo: ["Undo", "Rückgängig"], redo: ["Redo", "Wiederholen"],
  clock: "±{0} ms", clockLong: ["In time with the sound to ±{0} ms", "Im Takt mit dem Klang auf ±{0} ms"], clockUnknown: "…", clockUnknownLong: ["Measuring the clock", "Die Uhr wird gemessen"],
  connecting: ["Connecting …", "Verbinde …"], lost: ["The connection is gone. Trying again …", "Die Verbindung ist weg. Neuer Versuch …"],
  daemonGone: ["metronomed is not running. Waiting …", "metronomed läuft nicht. Warte …"],
  unpaired: ["Open the link of this page to be let in: on the machine that plays, “{0}” prints it.", "Öffne den Link dieser Seite, um eingelassen zu werden: „{0}“ zeigt ihn auf dem Rechner, der spielt."],
  watching: ["This device only watches.", "Dieses Gerät sieht nur zu."],
  playing: ["Playing at {0}", "Spielt mit {0}"], stopped: ["Stopped", "Gestoppt"], barN: ["Bar {0}", "Takt {0}"], second: ["Beat, bar and what comes", "Schlag, Takt und was kommt"],
  tapHere: ["Tap along with this device, {0} times.", "Tippe mit diesem Gerät mit, {0} mal."],
  stopIt: ["Stop the metronome first: this device clicks alone.", "Stoppe zuerst das Metronom: Dieses Gerät klickt allein."],
  startIt: ["Now start the metronome: this device is silent.", "Nun starte das Metronom: Dieses Gerät ist still."],
  tapThere: ["Now tap along with the metronome, {0} times.", "Nun tippe mit dem Metronom mit, {0} mal."],
  measured: ["This device is late by {0} ms.", "Dieses Gerät ist {0} ms später."], cancel: ["Cancel", "Abbrechen"],
  scattered: ["The taps were too uneven. Try again.", "Zu ungleichmäßig getippt. Noch einmal."],
  refused: ["Refused: {0}", "Abgelehnt: {0}"], ms: "{0} ms", device: ["This device", "Dieses Gerät"],
};

const column = (globalThis.navigator?.languages?.[0] ?? globalThis.navigator?.language ?? "en").startsWith("de") ? 1 : 0;

export const language = ["en", "de"][column];

const both = (word) => (Array.isArray(word) ? word[column] : word);

export const t = (word, ...fill) => both(words[word] ?? word).replace(/\{(\d)\}/g, (_, index) => fill[index] ?? "");

/** The command that prints the link of the page at an address. */
export function linkCommand({ hostname, port, protocol }) {
  // A browser leaves the usual port of a protocol out; behind TLS, another server has it.
  const told = port || (protocol === "http:" ? "80" : "");
  const host = hostname.replace(/[[\]]/g, ""), isHere = /^(localhost|127\..*|::1)$/.test(host), isAddress = /^[\d.]+$|:/.test(host);
  const options = [!isHere && `--listen ${isAddress ? host : "0.0.0.0"}`, told !== "8120" && told && `--port ${told}`, "--link control"];
  return ["metroweb", ...options.filter(Boolean)].join(" ");
}
