# The starter bots of `broadside new-bot`: the files of examples/bots as a C file of the program, so
# that an installed program has them with it. What a starter's own build leaves there is not taken.

STARTER_FILES := $(sort $(filter %.c %.py %.js %.java %.sh %/bot.json %/README.md %/.gitignore,\
                   $(wildcard examples/bots/*/* examples/bots/*/.gitignore)))

ifneq ($(STARTER_FILES),)
STARTERS_C := build/starters/starters.c
CLI_SRC += $(STARTERS_C)

# The list is kept too: a file that goes away must leave the program.
build/starters/list: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(STARTER_FILES) > $@.new
	@$(keep_if_same)

$(STARTERS_C): $(STARTER_FILES) build/starters/list scripts/embed-starters src/cli/starters.h
	$(call show,EMBED)scripts/embed-starters $(STARTER_FILES) > $@
endif
