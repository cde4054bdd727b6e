# docs/JSON.md: its tables come from docs/json-schema.json.

.PHONY: json-doc

json-doc: build/release/tests/check_json ## write the tables of docs/JSON.md from docs/json-schema.json
	@sed -i '/^<!-- generated /q' docs/JSON.md
	@$< docs/json-schema.json --document >> docs/JSON.md
