package schema

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/safetext"
)

// TestWeighty: a request to delete, pay or send needs a review, in each language and in every
// spelling; so does a request that the lists cannot read.
// Rows: R1.
func TestWeighty(t *testing.T) {
	form := func(schema string) Form { return formOf(t, "m", schema) }
	plain := form(`{"type":"object","properties":{"a":{"type":"boolean","title":"Right"}}}`)
	// A title in another language than the message is one more unknown word.
	untitled := form(`{"type":"object","properties":{"a":{"type":"boolean"}}}`)
	for _, message := range []string{
		"Delete the project?", "This will remove 3 files.", "Pay now?", "It costs 20.", "Send it to Bob?", "I'd e-mail it.", "Publish the page?",
		"Soll ich das Projekt löschen?", "Kontolöschung bestätigen?", "Loeschen?", "Jetzt bezahlen?", "Wird an Bob gesendet.", "Die E-Mail verschicken?",
		"¿Eliminar el proyecto?", "¿Pagar ahora?", "¿Enviar a Ana?", "Supprimer le projet ?", "Payer maintenant ?", "Envoyer à Bob ?",
		"Excluir o projeto?", "Pagar agora?", "Enviar para Ana?", "هل تريد حذف المشروع؟", "الدفع الآن؟", "إرسال الرسالة؟",
		"למחוק את הפרויקט?", "לשלם עכשיו?", "לשלוח לבוב?", "プロジェクトを削除しますか？", "今すぐ支払いますか？", "ボブに送信しますか？",
		"프로젝트를 삭제할까요?", "지금 결제할까요?", "밥에게 보낼까요?", "要删除项目吗？", "现在支付吗？", "发送给 Bob 吗？",
		// Money.
		"Is $20 fine?", "Is 20 € fine?", "£5?", "￥5?", "20 USD?", "＄20?",
		// Disguised.
		"D e l e t e it?", "Should I d e l e t e it?", "d.e.l.e.t.e?", "de1ete it?", "dеlеtе it?", "ｄｅｌｅｔｅ it?", "𝐝𝐞𝐥𝐞𝐭𝐞 it?", "de\u200blete it?", "de\u00adlete it?", "DELETE_ALL", "s3nd it?", "p@y?",
		"Wire 9,000 to ACME?", "Format the disk?",
		// Beyond the word lists.
		"Alle bestanden verwijderen?", "Hapus semua data?",
		"Agree?", "Xyzzy?",
		"Удалить?", "Διαγραφή;", "🗑?", "💸", strings.Repeat("a ", 4000),
	} {
		if !plain.Weighty(safetext.Text(message)) {
			t.Errorf("%.40q is not weighty", message)
		}
	}
	for _, schema := range []string{
		`{"type":"object","title":"Delete all","properties":{"a":{"type":"boolean"}}}`,
		`{"type":"object","description":"Nothing can be undone.","properties":{"a":{"type":"boolean"}}}`,
		`{"type":"object","properties":{"deleteAll":{"type":"boolean"}}}`,
		`{"type":"object","properties":{"a":{"type":"boolean","title":"Pay"}}}`,
		`{"type":"object","properties":{"a":{"type":"boolean","description":"Then I send it."}}}`,
		`{"type":"object","properties":{"a":{"type":"string","enum":["keep","delete"]}}}`,
		`{"type":"object","properties":{"a":{"type":"string","oneOf":[{"const":"k","title":"Keep"},{"const":"d","title":"Wipe"}]}}}`,
	} {
		if f := form(schema); !f.Weighty("") {
			t.Errorf("%s is not weighty", schema)
		}
	}
	for _, schema := range []string{
		`{"type":"object","properties":{"a":{"type":"string","enum":["Yes","No"]}}}`,
		`{"type":"object","properties":{"a":{"type":"string","enum":["Frob it","Leave"]}}}`,
	} {
		if f := form(schema); !f.Weighty("Should I frobnicate the gizmo?") {
			t.Errorf("%s: unknown words are sent with one press", schema)
		}
	}
	for _, message := range []string{
		"Where do you want to sit?", "Shall I continue?", "Use Celsius or Fahrenheit?", "Which of the two hotels do you like?", "A window or an aisle?",
		"Do you want a high chair at the table at 19:30?", "Möchten Sie am Fenster sitzen?", "Welche Größe?", "¿Prefiere ventana o pasillo?",
		"Préférez-vous la fenêtre ?", "Prefere a janela?", "هل تفضل النافذة؟", "חלון או מעבר?", "窓側の席にしますか？", "창가 좌석으로 할까요?", "要靠窗的座位吗？",
		"Travel’s own question – yes or no…", "Is the forecast for Oslo right?",
	} {
		if untitled.Weighty(safetext.Text(message)) {
			t.Errorf("%q is weighty", message)
		}
	}
}

// FuzzWeighty: no text makes the program panic.
func FuzzWeighty(f *testing.F) {
	for _, text := range []string{"וé", "وéa", "가é", "あé", "é", "\xff9.\xff", "9.", ".", "/", "~/", "*.", "א\u20d0é", "ß", "1,00 000", "a.é", "+", "#\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		form := Form{Fields: []Field{{Name: text, Title: safetext.Text(text), Kind: Choice, Options: []Option{{Title: safetext.Text(text)}}}}}
		form.Weighty(safetext.Text(text))
	})
}
