package schema

import "testing"

// Rows: T6.
func TestMultiline(t *testing.T) {
	for schema, want := range map[string]bool{
		`{"type":"string","maxLength":201}`:                                        true,
		`{"type":"string","maxLength":200}`:                                        false,
		`{"type":"string"}`:                                                        false,
		`{"type":"string","format":"multiline"}`:                                   true,
		`{"type":"string","format":"textarea","maxLength":50}`:                     true,
		`{"type":"string","format":"markdown"}`:                                    true,
		`{"type":"string","_meta":{"inspect.multiline":true}}`:                     true,
		`{"type":"string","_meta":{"inspect.multiline":false}}`:                    false,
		`{"type":"string","_meta":{"ui":{"widget":"textarea"}}}`:                   true,
		`{"type":"string","x-multiline":true}`:                                     true,
		`{"type":"string","x-input":"multiline"}`:                                  true,
		`{"type":"string","multiline":true}`:                                       false,
		`{"type":"string","default":"a\nb"}`:                                       true,
		`{"type":"string","title":"Your message"}`:                                 true,
		`{"type":"string","title":"Comments (optional)"}`:                          true,
		`{"type":"string","title":"Message","maxLength":100}`:                      false,
		`{"type":"string","title":"Message","format":"uuid"}`:                      false,
		`{"type":"string","title":"Message","format":"email"}`:                     false,
		`{"type":"string","title":"commitMessage"}`:                                true,
		`{"type":"string","title":"Message ID"}`:                                   false,
		`{"type":"string","title":"Review date"}`:                                  false,
		`{"type":"string","title":"Commentary"}`:                                   false,
		`{"type":"string","title":"Nobody"}`:                                       false,
		`{"type":"string","title":"Histories"}`:                                    false,
		`{"type":"string","title":"Name","description":"Appears in the message"}`:  false,
		`{"type":"string","title":"Why","description":"Write a few sentences."}`:   true,
		`{"type":"string","title":"Why","description":"Explain it in detail"}`:     true,
		`{"type":"string","title":"Nachricht"}`:                                    true,
		`{"type":"string","title":"Begründung"}`:                                   true,
		`{"type":"string","title":"Descripción del problema"}`:                     true,
		`{"type":"string","title":"Résumé"}`:                                       true,
		`{"type":"string","title":"Observações"}`:                                  true,
		`{"type":"string","title":"رسالتك: رسالة قصيرة"}`:                          true,
		`{"type":"string","title":"תיאור"}`:                                        true,
		`{"type":"string","title":"お問い合わせ内容の詳細"}`:                                  true,
		`{"type":"string","title":"문의 메시지"}`:                                       true,
		`{"type":"string","title":"问题描述"}`:                                         true,
		`{"type":"number","title":"Message"}`:                                      false,
		`{"enum":["a"],"title":"Message"}`:                                         false,
		`{"type":"string","title":"URL","format":"uri","maxLength":2000}`:          false,
		`{"type":["string","null"],"title":"Notes","default":null}`:                true,
		`{"type":"string","title":"Password","format":"password","maxLength":500}`: false,
	} {
		t.Run(schema, func(t *testing.T) {
			if got := readField(t, schema).Multiline; got != want {
				t.Errorf("multiline: got %v, want %v", got, want)
			}
		})
	}
	if !readForm(t, `{"properties":{"release_notes":{"type":"string"}}}`).Fields[0].Multiline {
		t.Error("the property name was ignored")
	}
}
