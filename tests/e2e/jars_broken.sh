#!/bin/sh
# Jars that exit, loop, print without end, use all memory, or are not bots.
# slow: compiles Java and waits for the time limits of bots that loop (20 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
. "$TOP/tests/e2e/jars.inc"

calls='startMatch startRound placeShips incoming getFireCoordinates hitFeedBack endRound endMatch'
leaving='G10=exit-incoming=5 G11=exit-getFireCoordinates=5 G12=exit-startMatch=5'
other='X1=print-getFireCoordinates=2 X2=hoard-placeShips=3 X3=crowd-placeShips=3'
unfit='E3=null-player=1 E4=throw-factory=1 E5=probe=1 G1=probe=1'
looping='' count=0
for call in $calls; do
    count=$((count + 1))
    looping="$looping R$count=loop-$call=3"
done
# shellcheck disable=SC2086 # lists of words
check 'the test jars compile against the bridge' build_jars $leaving $other $unfit $looping
# shellcheck disable=SC2086
play_jars $leaving $other $looping

leaves() { is "$1" crash 1 && grep -q "System.exit in $2" "$1.json" "$1.d/a.log"; }
check 'System.exit counts as a crash, even with status 0' leaves G10 incoming
check 'System.exit instead of a shot counts as a crash' leaves G11 getFireCoordinates
check 'System.exit before the first round counts as a crash' leaves G12 startMatch
# Java prints a message itself, which must not be taken for an answer.
no_memory() { is "$1" crash 1 && is "$1" memory 0 && is "$1" won 0 && grep -q OutOfMemoryError "$1.json"; }
reason=$(no_jail)
if [ -z "$reason" ]; then
    check 'a bot whose heap is full crashes' no_memory X2
    check 'a bot that starts too many threads crashes' no_memory X3
else
    skip 'a bot whose heap is full crashes' "$reason"
    skip 'a bot that starts too many threads crashes' "$reason"
fi

prints() {
    unbroken X1 2 && logs X1 'prints too much' && logs X1 ' output=[0-9]\{8,\}' &&
        [ "$(wc -c <X1.d/a.log)" -lt 1000000 ]
}
check 'megabytes of output are counted, truncated and harmless' prints

count=0
for call in $calls; do
    count=$((count + 1))
    loops() {
        case $call in
        endMatch) unbroken "R$count" 3 ;;
        *) is "R$count" rounds 3 && is "R$count" move-timeout 1 ;;
        esac
    }
    check "a loop in $call ends at the time limit" loops
done

# --- files that are not bots --------------------------------------------------------------------

# refused FILE TEXT: no match is played, and the error message contains TEXT.
refused() {
    timeout 60 "$BROADSIDE" match "./jars/$1" random --rules tournament --games 1 --unsafe \
        --limit start=2000 >out.txt 2>err.txt && return 1
    grep -q -e "$2" err.txt || { sed 's/^/# /' err.txt; return 1; }
}
echo 'this is not a jar' >jars/E6.jar
printf 'PK\003\004 and then nothing of use' >jars/E7.jar
mkdir -p empty && (cd empty && echo nothing >nothing.txt && jar cfM ../jars/E8.jar nothing.txt)
check 'a text file is refused' refused E6.jar 'not a jar'
check 'a damaged jar is refused' refused E7.jar 'not a jar'
check 'a jar without classes is refused' refused E8.jar 'no class e8.E8, and no other class is a factory'
check 'a factory that returns null is refused' refused E3.jar 'getNewInstance returned null'
check 'a factory that throws an exception is refused' refused E4.jar 'no factory today'
check 'a missing jar is refused' refused E99.jar 'does not exist'

# Bytes 6 and 7 of a class file are its version.
newer() {
    mkdir -p newer && (cd newer && jar xf ../jars/E5.jar && for class in e5/*.class; do
        printf '\000\143' | dd of="$class" bs=1 seek=6 conv=notrunc 2>/dev/null
    done && jar cfM ../jars/E5.jar e5 helpers) && refused E5.jar 'for Java 55'
}
check 'a jar for a newer Java is refused' newer

misnamed() {
    cp jars/G1.jar "jars/$1.jar"
    play_jar "$1" 2
    unbroken "$1" 2 && logs "$1" 'its name is not like G3.jar; using g1.G1'
}
check 'a jar with another name is searched for a factory' misnamed mybot
check 'G01 counts as another name' misnamed G01
misplaced() {
    cp jars/G1.jar jars/T7.jar
    play_jar T7 2
    unbroken T7 2 && logs T7 'no class t7.T7; using g1.G1'
}
check 'so is a jar without the class it is named after' misplaced

plan
