// The few words of the shell. The program has the same texts in its catalogues
// (internal/wording), but the shell speaks before the program is there.

/**
 * The texts of the shell in one language. {server} stands for the server's
 * name, {a} and {b} for the place among several requests, {time} for the
 * deadline and {host} for the name of a chat that does not name its servers.
 */
export interface ShellWords {
  lang: string;
  dir: "ltr" | "rtl";
  loading: string;
  requestFrom: string;
  messageFrom: string;
  decline: string;
  cancel: string;
  declined: string;
  cancelled: string;
  withdrawn: string;
  expired: string;
  position: string;
  deadline: string;
  serverVia: string;
  loadFailed: string;
  loadFailedHint: string;
  broken: string;
  brokenHint: string;
  typed: string;
  typedHint: string;
  topLevel: string;
}

const english: ShellWords = {
  lang: "en",
  dir: "ltr",
  loading: "Loading form",
  requestFrom: "Request from {server}",
  messageFrom: "Message from {server}",
  decline: "Decline",
  cancel: "Cancel",
  declined: "Request declined",
  cancelled: "Request cancelled",
  withdrawn: "This request is no longer needed",
  expired: "This request has expired",
  position: "Request {a} of {b}",
  deadline: "Answer by {time}",
  serverVia: "Server via {host}",
  loadFailed: "The form could not be loaded.",
  loadFailedHint: "You can still decline or cancel the request.",
  broken: "Something went wrong",
  brokenHint: "The form stopped working, and the chat has been told.",
  typed: "What you entered",
  typedHint: "None of this has been sent. You can still copy it.",
  topLevel: "This page shows request forms inside a chat.",
};

const languages: ShellWords[] = [
  english,
  {
    lang: "ar",
    dir: "rtl",
    loading: "جارٍ تحميل النموذج",
    requestFrom: "طلب من {server}",
    messageFrom: "رسالة من {server}",
    decline: "رفض",
    cancel: "إلغاء",
    declined: "تم رفض الطلب",
    cancelled: "تم إلغاء الطلب",
    withdrawn: "لم تعد هناك حاجة إلى هذا الطلب",
    expired: "انتهت مهلة هذا الطلب",
    position: "الطلب {a} من {b}",
    deadline: "مهلة الإجابة حتى {time}",
    serverVia: "خادم عبر {host}",
    loadFailed: "تعذّر تحميل النموذج.",
    loadFailedHint: "لا يزال بالإمكان رفض الطلب أو إلغاؤه.",
    broken: "حدث خطأ ما",
    brokenHint: "توقف النموذج عن العمل، وتم إبلاغ المحادثة بذلك.",
    typed: "ما تم إدخاله",
    typedHint: "لم يُرسل أي من هذا. لا يزال بالإمكان نسخه.",
    topLevel: "تعرض هذه الصفحة نماذج الطلبات داخل محادثة.",
  },
  {
    lang: "de",
    dir: "ltr",
    loading: "Formular wird geladen",
    requestFrom: "Anfrage von {server}",
    messageFrom: "Nachricht von {server}",
    decline: "Ablehnen",
    cancel: "Abbrechen",
    declined: "Anfrage abgelehnt",
    cancelled: "Anfrage abgebrochen",
    withdrawn: "Diese Anfrage hat sich erledigt",
    expired: "Diese Anfrage ist abgelaufen",
    position: "Anfrage {a} von {b}",
    deadline: "Antwort möglich bis {time}",
    serverVia: "Server über {host}",
    loadFailed: "Das Formular konnte nicht geladen werden.",
    loadFailedHint: "Sie können die Anfrage trotzdem ablehnen oder abbrechen.",
    broken: "Etwas ist schiefgegangen",
    brokenHint: "Das Formular funktioniert nicht mehr; der Chat wurde benachrichtigt.",
    typed: "Ihre Eingaben",
    typedHint: "Nichts davon wurde gesendet. Sie können es noch kopieren.",
    topLevel: "Diese Seite zeigt Anfrageformulare in einem Chat.",
  },
  {
    lang: "es",
    dir: "ltr",
    loading: "Cargando el formulario",
    requestFrom: "Solicitud de {server}",
    messageFrom: "Mensaje de {server}",
    decline: "Rechazar",
    cancel: "Cancelar",
    declined: "Solicitud rechazada",
    cancelled: "Solicitud cancelada",
    withdrawn: "Esta solicitud ya no es necesaria",
    expired: "Esta solicitud ha caducado",
    position: "Solicitud {a} de {b}",
    deadline: "Puede responder hasta: {time}",
    serverVia: "Servidor a través de {host}",
    loadFailed: "No se ha podido cargar el formulario.",
    loadFailedHint: "Aún puede rechazar o cancelar la solicitud.",
    broken: "Algo ha salido mal",
    brokenHint: "El formulario ha dejado de funcionar y se ha avisado al chat.",
    typed: "Lo que ha introducido",
    typedHint: "No se ha enviado nada de esto. Todavía puede copiarlo.",
    topLevel: "Esta página muestra formularios de solicitud dentro de un chat.",
  },
  {
    lang: "fr",
    dir: "ltr",
    loading: "Chargement du formulaire",
    requestFrom: "Demande de {server}",
    messageFrom: "Message de {server}",
    decline: "Refuser",
    cancel: "Annuler",
    declined: "Demande refusée",
    cancelled: "Demande annulée",
    withdrawn: "Cette demande n’est plus nécessaire",
    expired: "Cette demande a expiré",
    position: "Demande {a} sur {b}",
    deadline: "Réponse possible jusqu’à {time}",
    serverVia: "Serveur via {host}",
    loadFailed: "Le formulaire n’a pas pu être chargé.",
    loadFailedHint: "Vous pouvez toujours refuser ou annuler la demande.",
    broken: "Un problème est survenu",
    brokenHint: "Le formulaire a cessé de fonctionner et la discussion en a été informée.",
    typed: "Ce que vous avez saisi",
    typedHint: "Rien de tout cela n’a été envoyé. Vous pouvez encore le copier.",
    topLevel: "Cette page affiche des formulaires de demande dans une discussion.",
  },
  {
    lang: "he",
    dir: "rtl",
    loading: "הטופס נטען",
    requestFrom: "בקשה מאת {server}",
    messageFrom: "הודעה מאת {server}",
    decline: "סירוב",
    cancel: "ביטול",
    declined: "הבקשה סורבה",
    cancelled: "הבקשה בוטלה",
    withdrawn: "אין עוד צורך בבקשה הזאת",
    expired: "פג תוקף הבקשה",
    position: "בקשה {a} מתוך {b}",
    deadline: "אפשר לענות עד {time}",
    serverVia: "שרת דרך {host}",
    loadFailed: "טעינת הטופס נכשלה.",
    loadFailedHint: "עדיין אפשר לסרב לבקשה או לבטל אותה.",
    broken: "משהו השתבש",
    brokenHint: "הטופס הפסיק לפעול, והצ׳אט עודכן על כך.",
    typed: "מה שהוזן",
    typedHint: "שום דבר מזה לא נשלח. עדיין אפשר להעתיק אותו.",
    topLevel: "הדף הזה מציג טופסי בקשה בתוך צ׳אט.",
  },
  {
    lang: "ja",
    dir: "ltr",
    loading: "フォームを読み込んでいます",
    requestFrom: "{server} からのリクエスト",
    messageFrom: "{server} からのメッセージ",
    decline: "拒否",
    cancel: "キャンセル",
    declined: "リクエストを拒否しました",
    cancelled: "リクエストをキャンセルしました",
    withdrawn: "このリクエストは不要になりました",
    expired: "このリクエストは期限切れです",
    position: "リクエスト {a}/{b}",
    deadline: "回答期限: {time}",
    serverVia: "{host} 経由のサーバー",
    loadFailed: "フォームを読み込めませんでした。",
    loadFailedHint: "リクエストの拒否またはキャンセルは引き続き可能です。",
    broken: "問題が発生しました",
    brokenHint: "フォームが動作しなくなり、チャットに通知されました。",
    typed: "入力した内容",
    typedHint: "この内容は送信されていません。コピーすることはできます。",
    topLevel: "このページはチャットの中でリクエストのフォームを表示します。",
  },
  {
    lang: "ko",
    dir: "ltr",
    loading: "양식을 불러오는 중",
    requestFrom: "{server}의 요청",
    messageFrom: "{server}의 메시지",
    decline: "거절",
    cancel: "취소",
    declined: "요청을 거절했습니다",
    cancelled: "요청을 취소했습니다",
    withdrawn: "이 요청은 더 이상 필요하지 않습니다",
    expired: "이 요청은 만료되었습니다",
    position: "요청 {a}/{b}",
    deadline: "답변 기한: {time}",
    serverVia: "{host} 경유 서버",
    loadFailed: "양식을 불러올 수 없습니다.",
    loadFailedHint: "요청을 거절하거나 취소할 수는 있습니다.",
    broken: "문제가 발생했습니다",
    brokenHint: "양식이 작동을 멈췄으며 채팅에 알렸습니다.",
    typed: "입력한 내용",
    typedHint: "이 내용은 전송되지 않았습니다. 지금 복사할 수 있습니다.",
    topLevel: "이 페이지는 채팅 안에서 요청 양식을 보여 줍니다.",
  },
  {
    lang: "pt-BR",
    dir: "ltr",
    loading: "Carregando o formulário",
    requestFrom: "Solicitação de {server}",
    messageFrom: "Mensagem de {server}",
    decline: "Recusar",
    cancel: "Cancelar",
    declined: "Solicitação recusada",
    cancelled: "Solicitação cancelada",
    withdrawn: "Esta solicitação não é mais necessária",
    expired: "Esta solicitação expirou",
    position: "Solicitação {a} de {b}",
    deadline: "Você pode responder até: {time}",
    serverVia: "Servidor via {host}",
    loadFailed: "Não foi possível carregar o formulário.",
    loadFailedHint: "Você ainda pode recusar ou cancelar a solicitação.",
    broken: "Algo deu errado",
    brokenHint: "O formulário parou de funcionar e o chat foi avisado.",
    typed: "O que você informou",
    typedHint: "Nada disso foi enviado. Você ainda pode copiar.",
    topLevel: "Esta página mostra formulários de solicitação dentro de um chat.",
  },
  {
    lang: "zh-CN",
    dir: "ltr",
    loading: "正在加载表单",
    requestFrom: "来自 {server} 的请求",
    messageFrom: "来自 {server} 的消息",
    decline: "拒绝",
    cancel: "取消",
    declined: "请求已拒绝",
    cancelled: "请求已取消",
    withdrawn: "此请求已不再需要",
    expired: "此请求已过期",
    position: "第 {a} 个请求，共 {b} 个",
    deadline: "回答截止时间：{time}",
    serverVia: "通过 {host} 连接的服务器",
    loadFailed: "无法加载表单。",
    loadFailedHint: "您仍然可以拒绝或取消此请求。",
    broken: "出了点问题",
    brokenHint: "表单已停止工作，并已通知聊天。",
    typed: "您输入的内容",
    typedHint: "这些内容均未发送，您仍可以复制。",
    topLevel: "此页面在聊天中显示请求表单。",
  },
];

/**
 * The words for a language tag. Only the primary subtag counts, as in the
 * program: there is one catalogue a language, and English for the rest.
 */
export function wordsFor(locale: unknown): ShellWords {
  const primary = typeof locale === "string" ? primaryOf(locale) : "en";
  // "iw" is the code of Hebrew before 1989, still sent by some systems.
  const wanted = primary === "iw" ? "he" : primary;
  return languages.find((words) => primaryOf(words.lang) === wanted) ?? english;
}

function primaryOf(tag: string): string {
  return tag.split(/[-_]/, 1)[0]!.toLowerCase();
}
