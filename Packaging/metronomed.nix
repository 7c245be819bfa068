# SPDX-License-Identifier: Apache-2.0
#
# For Nix: what `make tarball` packs, for the Swift of nixpkgs is older than 6.2.
#
#     nix-build -E 'with import <nixpkgs> { }; callPackage ./metronomed.nix { archive = /path/to/metronomed-….tar.xz; }'
{
  lib,
  stdenv,
  autoPatchelfHook,
  alsa-lib,
  cairo,
  chafa,
  giflib,
  glib,
  libjack2,
  libsamplerate,
  libsndfile,
  qrencode,
  systemd,
  archive,
}:

stdenv.mkDerivation {
  pname = "metronomed";
  version = lib.head (builtins.match "metronomed-(.*)-linux-.*" (baseNameOf archive));
  src = archive;
  sourceRoot = "usr/local";

  nativeBuildInputs = [ autoPatchelfHook ];
  buildInputs = [
    stdenv.cc.cc.lib
    alsa-lib
    cairo
    chafa
    giflib
    glib
    libsamplerate
    libsndfile
    qrencode
  ];
  # They are loaded when they are asked for.
  runtimeDependencies = [
    libjack2
    systemd
  ];
  dontStrip = true;

  installPhase = ''
    runHook preInstall
    mkdir -p $out
    cp -r bin lib share $out/
    rm $out/share/metronomed/installed-files
    grep -rlF /usr/local $out/lib/systemd $out/share | xargs -r sed -i "s,/usr/local,$out,g"
    addAutoPatchelfSearchPath $out/lib/metronomed
    runHook postInstall
  '';

  meta = {
    description = "Metronome and rhythm daemon, exact to the sample";
    license = lib.licenses.asl20;
    platforms = [ "x86_64-linux" "aarch64-linux" ];
    mainProgram = "metroctl";
  };
}
