#!/bin/bash
# SPDX-License-Identifier: Apache-2.0

# Plays through real sound servers, kills one with -9 and brings it back, stops it for 2 s and continues it, and says
# whether the beat outlived that. Nothing of the user's own sound system is touched.
#
#     Tests/Rig/servers.sh [pulse|pipewire|jack]...      (all by default; what is not installed is skipped)
#
# Needs a build with tests: `swift build --build-tests`. METRONOMED_BIN_DIR names the folder of the programs, and
# PIPEWIRE_ALSA PipeWire's ALSA plugin where it is not installed. PulseAudio plays on the virtual card of the tests, so
# there the clicks are looked at too: they must be back on the grid within 1 ms.

bin=$(realpath "${METRONOMED_BIN_DIR:-.build/debug}")
failures=0
say() { echo "$server: $*"; }
fail() { say "FAILED: $*"; failures=$((failures + 1)); }

configure() { # of the server, and of the daemon
    case $server in
    pulse)
        export PULSE_RUNTIME_PATH=$dir/pulse PULSE_STATE_PATH=$dir/state PULSE_SERVER=unix:$dir/native
        printf 'pcm_type.virtual { lib "%s" }\npcm.card { type virtual capture "%s" control "%s" }\n' \
            "$bin/libpcm_virtual.so" "$dir/heard" "$dir/card" > "$dir/server.conf"
        echo 'pcm.!default { type pulse }' > "$dir/client.conf" ;;
    pipewire)
        local plugin=${PIPEWIRE_ALSA:-$(find /usr/lib -name libasound_module_pcm_pipewire.so 2>/dev/null | head -1)}
        [ -n "$plugin" ] || return 1
        export PIPEWIRE_RUNTIME_DIR=$dir PIPEWIRE_CONFIG_DIR=$dir/pw DBUS_SESSION_BUS_ADDRESS=unix:path=$dir/bus
        mkdir "$dir/pw" && cp /usr/share/pipewire/*.conf "$dir/pw/"
        sed -i '0,/^context.objects = \[/s//&\n{ factory = adapter args = { factory.name = support.null-audio-sink node.name = rig media.class = Audio\/Sink audio.position = [ FL FR ] priority.driver = 30000 } }/' "$dir/pw/pipewire.conf"
        printf 'pcm_type.pipewire { lib "%s" }\npcm.!default { type pipewire }\n' "$plugin" > "$dir/client.conf" ;;
    jack)
        export JACK_DEFAULT_SERVER=rig$$ JACK_NO_AUDIO_RESERVATION=1 JACK_NO_START_SERVER=1
        printf 'pcm.raw { type jack playback_ports { 0 system:playback_1 1 system:playback_2 } }
            pcm.!default { type plug slave.pcm raw }\n' > "$dir/client.conf" ;;
    esac
}

launch() { "$@" > >(head -c 1000000 >> "$dir/log") 2>&1 < /dev/null & pids+=($!); disown; }

up() {
    pids=()
    case $server in
    pulse)
        ALSA_CONFIG_PATH=$dir/server.conf launch timeout -s KILL 60 pulseaudio -n --daemonize=no --exit-idle-time=-1 \
            --use-pid-file=no -L "module-native-protocol-unix auth-anonymous=1 socket=$dir/native" \
            -L "module-alsa-sink device=card tsched=0 rate=48000 channels=2 format=float32le" ;;
    pipewire)
        launch timeout -s KILL 60 dbus-daemon --session --nofork --nopidfile --address="unix:path=$dir/bus"; sleep 0.3
        launch timeout -s KILL 60 pipewire; sleep 1
        launch timeout -s KILL 60 wireplumber ;;
    jack) launch timeout -s KILL 60 jackd -n "$JACK_DEFAULT_SERVER" -S --no-mlock -d dummy -r 48000 -p 512 -C 0 -P 2 ;;
    esac
    sleep 2
}

# Each program is the child of a `timeout`.
signal() { for pid in "${pids[@]}"; do kill "-$1" $(cat "/proc/$pid/task/$pid/children" 2> /dev/null) 2> /dev/null; done; }

# Reads the announced beats, and checks that none is missing or has moved.
events() {
    sed -n 's/.*"at_ns":\([0-9]*\).*"beat_index":\([0-9]*\).*/\2 \1/p' "$dir/events" | awk '
        { if (n++ && ($1 != beat + 1 && $1 != beat || ($2 - ns) - ($1 - beat) * 2e8 > 1e6 || ($1 - beat) * 2e8 - ($2 - ns) > 1e6)) bad++
          beat = $1; ns = $2 }
        END { printf "%d beats told, %d jumps\n", n, bad; exit bad > 0 || n < 50 }'
}

# Reads the clicks heard between two times, in ns, and checks that they are on the timeline.
clicks() {
    local origin grid
    origin=$(od -An -td8 -N8 "$dir/card" | tr -d ' ')
    grid=$(sed -n 's/.*"at_ns":\([0-9]*\).*/\1/p' "$dir/events" | tail -1)
    od -An -tf4 -v -w4 "$dir/heard" | awk -v origin="$origin" -v grid="$grid" -v from="$1" -v to="$2" '
        { level = $1 < 0 ? -$1 : $1 }
        level > 0.02 { if (NR - last > 4800) { at = origin + (NR - 1) / 48000 * 1e9
                           if (at > from && at < to) { off = (at - grid) / 2e8; off = (off - int(off + 1e6 + 0.5) + 1e6) * 200
                               if (off < 0) off = -off; if (off > most) most = off; n++ } }
                       last = NR }
        END { printf "%d clicks, %.2f ms off at most\n", n, most; exit n < 5 || most > 1 }'
}

now() { awk '{ printf "%.0f", $1 * 1e9 }' /proc/uptime; }

for server in "${@:-pulse pipewire jack}"; do for server in $server; do
    program=$server; [ $server = pulse ] && program=pulseaudio; [ $server = jack ] && program=jackd
    command -v $program > /dev/null || { say "skipped: there is no $program"; continue; }
    dir=$(mktemp -d); export XDG_RUNTIME_DIR=$dir HOME=$dir XDG_STATE_HOME=$dir XDG_CONFIG_HOME=$dir
    export METRONOMED_SOCKET=$dir/socket
    configure || { say "skipped: its ALSA plugin is not installed"; rm -rf "$dir"; continue; }
    up
    ALSA_CONFIG_PATH=$dir/client.conf timeout -s KILL 60 "$bin/metronomed" --bpm 300 2> "$dir/said" & daemon=$!
    sleep 1; timeout 50 "$bin/metroctl" watch --json > "$dir/events" 2> /dev/null & watch=$!
    sleep 3; signal KILL; sleep 2; up; sleep 8
    begin=$(now); sleep 2; end=$(now); killed="$begin $end"
    signal STOP; sleep 2; signal CONT; sleep 6
    begin=$(now); sleep 2; end=$(now); stopped="$begin $end"
    signal STOP; sleep 0.5
    ended=$(now); kill -TERM $(cat /proc/$daemon/task/$daemon/children); wait $daemon; code=$?
    ended=$((($(now) - ended) / 1000000))
    signal CONT; wait $watch
    say "$(events)" || true; events > /dev/null || fail "the beat did not go on"
    grep -c 'playing on' "$dir/said" | { read -r times; [ "$times" -ge 3 ]; } || fail "it did not come back"
    if [ $server = pulse ]; then
        say "after kill -9: $(clicks $killed)"; clicks $killed > /dev/null || fail "clicks off the grid"
        say "after a stop: $(clicks $stopped)"; clicks $stopped > /dev/null || fail "clicks off the grid"
    fi
    say "SIGTERM while the server is stopped: ended after $ended ms with code $code"
    [ $ended -le 2000 ] && [ $code = 0 ] || fail "it did not end in time"
    sed "s/^/    /" "$dir/said"
    signal TERM; sleep 0.3; signal KILL; rm -rf "$dir"
done; done
exit $((failures > 0))
