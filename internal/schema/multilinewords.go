package schema

// The words for texts of several lines in the languages of the interface: en,
// de, es, fr, pt, ar, he, ja, ko, zh. Accents and case do not count.

// longTexts are looked for in names and titles.
var longTexts = phrasesOf(
	"message, messages, comment, comments, note, notes, description, descriptions, body, reason, reasons, story, summary, feedback, biography, bio, detail, details, review, instructions, instruction, explanation, justification, rationale, motivation, remarks, remark, content, prompt, paragraph, essay, abstract, cover letter, about me, about you, changelog, release notes, transcript, background, acceptance criteria, steps to reproduce",
	// German
	"nachricht, nachrichten, kommentar, kommentare, notiz, notizen, beschreibung, begründung, grund, geschichte, zusammenfassung, rückmeldung, biografie, biographie, einzelheiten, rezension, bewertungstext, anweisung, anweisungen, anleitung, erklärung, erläuterung, bemerkung, bemerkungen, anmerkung, anmerkungen, inhalt, fehlerbeschreibung",
	// Spanish
	"mensaje, mensajes, comentario, comentarios, nota, notas, descripción, motivo, motivos, razón, historia, resumen, opinión, biografía, detalle, detalles, reseña, instrucciones, explicación, observaciones, contenido, cuerpo",
	// French
	"commentaire, commentaires, remarque, remarques, raison, motif, histoire, résumé, avis, biographie, détails, consignes, explication, explications, justification, contenu, corps, observations",
	// Portuguese
	"mensagem, mensagens, comentário, comentários, descrição, razão, história, resumo, opinião, detalhes, resenha, avaliação, instruções, explicação, justificativa, observação, observações, conteúdo, corpo",
)

// longTextPieces are searched inside words.
var longTextPieces = []string{
	"رسالة", "تعليق", "ملاحظ", "الوصف", "وصف", "السبب", "سبب", "قصة", "ملخص", "سيرة", "تفاصيل", "تعليمات", "مراجعة",
	"הודעה", "תגובה", "הערה", "הערות", "תיאור", "סיבה", "סיפור", "סיכום", "משוב", "ביוגרפיה", "פרטים נוספים", "ביקורת", "הוראות",
	"メッセージ", "コメント", "メモ", "備考", "説明", "本文", "理由", "概要", "要約", "感想", "フィードバック", "経歴", "自己紹介", "詳細", "レビュー", "指示",
	"메시지", "댓글", "코멘트", "메모", "비고", "설명", "본문", "이유", "사유", "이야기", "요약", "피드백", "소개", "상세", "리뷰", "후기", "지시",
	"消息", "留言", "评论", "評論", "备注", "備註", "说明", "說明", "描述", "正文", "理由", "原因", "故事", "摘要", "反馈", "反饋", "简介", "簡介", "详情", "詳情", "评价", "指示",
}

// notLongAfter are words after a hit that show that the answer is short: "message
// ID", "review date".
var notLongAfter = wordSet("id ids count type types number length limit code url uri link date time status format language level size title subject email name key kind index color colour font version author owner channel")

// longPhrases are looked for in descriptions, where single words mostly mean
// something else.
var longPhrases = phrasesOf(
	"multi line, multiline, multiple lines, several lines, line breaks, multiple paragraphs, a paragraph, a few sentences, few sentences, in detail, free text, free form text, long text, as much detail",
	"mehrzeilig, mehrere zeilen, mehrere sätze, ein paar sätze, ausführlich, freitext",
	"varias líneas, varias frases, en detalle, texto libre, texto largo",
	"plusieurs lignes, quelques phrases, en détail, texte libre, texte long",
	"várias linhas, algumas frases, em detalhe, em detalhes, texto longo",
)

// longPhrasePieces are searched inside the words of a description.
var longPhrasePieces = []string{
	"عدة أسطر", "بالتفصيل", "نص حر", "מספר שורות", "בפירוט", "טקסט חופשי", "複数行", "詳しく", "自由記述", "여러 줄", "자세히", "자유롭게", "多行", "详细描述", "詳細描述", "详细说明",
}
