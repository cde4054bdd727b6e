# Embeds the style sheet and the scripts of a tournament's report in the library as a C file. The report
# shows rounds with the replay viewer of the page, so this reads files of web/ too.

REPORT_FILES := $(sort $(wildcard src/report/assets/*))

ifneq ($(REPORT_FILES),)
REPORT_C := build/report/report_assets.c
LIB_SRC += $(REPORT_C)

$(REPORT_C): $(REPORT_FILES) $(sort $(wildcard web/*.js web/*.css web/*.svg web/*.html)) \
             scripts/embed-report src/report/page_internal.h
	@mkdir -p $(@D)
	$(call show,EMBED)scripts/embed-report > $@
endif
