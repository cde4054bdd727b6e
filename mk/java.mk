# The Java bridge: one jar with the interfaces that jars of the Java framework are compiled against
# and the host that runs them. Without a JDK it is left out, and the program rejects jars.
#
# The jar is alone in its folder, because the guests that it hosts can see that folder. The build is
# reproducible: entries are sorted and have a fixed date.

JAVAC := $(shell command -v javac 2>/dev/null)
JAR := $(shell command -v jar 2>/dev/null)
JAVA_SRC := $(sort $(wildcard bridges/java/*/*.java bridges/java/*/*/*.java))
JAVA_FLAGS := --release 8 -encoding UTF-8 -g -Xlint:all,-options $(if $(WERROR),-Werror)

ifneq ($(and $(JAVAC),$(JAR),$(JAVA_SRC)),)
BRIDGE := $(addprefix build/release/java/,broadside-java.jar broadside-java.jsa E1.jar E2.jar)
endif

build/release/java/broadside-java.jar: $(JAVA_SRC) bridges/java/MANIFEST.MF
	@mkdir -p $(@D)
	@rm -rf build/release/java-classes && mkdir -p build/release/java-classes
	$(call show,JAVAC)$(JAVAC) $(JAVA_FLAGS) -d build/release/java-classes $(JAVA_SRC)
	@mkdir build/release/java-classes/META-INF
	@cp bridges/java/MANIFEST.MF build/release/java-classes/META-INF
	@find build/release/java-classes -exec env TZ=UTC0 touch -d '1980-01-01 00:00:02' {} +
	@cd build/release/java-classes && { echo META-INF/MANIFEST.MF; \
	    find . -name '*.class' | sed 's|^\./||' | LC_ALL=C sort; } \
	    > ../java-classes.txt && TZ=UTC0 $(JAR) cfM ../java/broadside-java.tmp @../java-classes.txt
	@mv build/release/java/broadside-java.tmp $@

# An archive of the classes that a match of E1 loads: Java's own, the bridge's and those of E1. It is
# valid for this bridge at this path and time, and for this Java; others ignore it.
build/release/java/broadside-java.jsa: build/release/java/broadside-java.jar \
                                       build/release/java/E1.jar bridges/java/training.txt
	@rm -f $@
	$(call show,JSA)cd $(@D) && java -XX:+UseSerialGC -Xlog:disable \
	    -XX:ArchiveClassesAtExit=broadside-java.jsa -jar broadside-java.jar play E1.jar \
	    <$(CURDIR)/bridges/java/training.txt >/dev/null 2>&1 || :
	@[ -f $@ ] || : >$@ # a Java without archives; an empty one is ignored
	@chmod 644 $@ && touch $@

# check-bot plays jars against these two bots.
build/release/java/E%.jar: build/release/java/broadside-java.jar examples/jars/build \
                           examples/jars/e1/E1.java examples/jars/e1/RandomPlayer.java \
                           examples/jars/e2/E2.java examples/jars/e2/SystematicPlayer.java
	$(call show,JAR)examples/jars/build -o $(@D) e$* >/dev/null

.PHONY: java-note
java-note:
	$(if $(BRIDGE),,@echo 'left out: the Java bridge (default-jdk-headless is not installed)')
