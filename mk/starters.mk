# Embeds the starter bots of `broadside new-bot` (examples/bots) in the program as a C file, so that
# they are available wherever the program is installed. Build products of the starters are skipped.

STARTER_FILES := $(sort $(filter %.c %.py %.js %.java %.sh %/bot.json %/README.md %/.gitignore,\
                   $(wildcard examples/bots/*/* examples/bots/*/.gitignore)))

ifneq ($(STARTER_FILES),)
STARTERS_C := build/starters/starters.c
CLI_SRC += $(STARTERS_C)

# The list removes deleted files from the program.
build/starters/list: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(STARTER_FILES) > $@.new
	@$(keep_if_same)

$(STARTERS_C): $(STARTER_FILES) build/starters/list scripts/embed-starters src/cli/starters.h
	$(call show,EMBED)scripts/embed-starters $(STARTER_FILES) > $@
endif
