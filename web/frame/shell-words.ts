// What the shell says. It speaks before the program is there and after it has
// failed. The bundler writes in, from the program's catalogues, the sentences
// that both of them say; the others stand here.

import { languageOf } from "../../bridge/message/language.js";

// Sentences that the program says as well.
type CommonWord =
  | "loading" | "requestFrom" | "messageFrom" | "decline" | "cancel" | "declined" | "cancelled" | "withdrawn" | "expired" | "elsewhere"
  | "position" | "deadline" | "showAll" | "showLess" | "sent" | "confirmed";
type OwnWord = "anotherRequest" | "serverVia" | "loadFailed" | "loadFailedHint" | "broken" | "brokenHint" | "typed" | "typedHint" | "topLevel";

/**
 * The texts of the shell in one language. {server} stands for the server's
 * name, {a} and {b} for the place among several requests, {time} for the
 * deadline and {host} for the name of a chat that does not name its servers.
 */
export type ShellWords = { readonly [word in CommonWord | OwnWord | "lang"]: string } & { readonly dir: "ltr" | "rtl" };

type Languages<Words> = { readonly [primarySubtag: string]: Words };

declare const __COMMON_WORDS__: Languages<Pick<ShellWords, CommonWord>>;

const languages: Languages<Pick<ShellWords, OwnWord> & Partial<ShellWords>> = {
  en: {
    anotherRequest: "This is another request. Read it first.",
    serverVia: "Server via {host}",
    loadFailed: "The form could not be loaded.",
    loadFailedHint: "You can still decline or cancel the request.",
    broken: "Something went wrong",
    brokenHint: "The form stopped working, and the chat has been told.",
    typed: "What you entered",
    typedHint: "None of this has been sent. You can still copy it.",
    topLevel: "This page shows forms inside a chat. There is nothing to do here.",
  },
  ar: {
    dir: "rtl",
    anotherRequest: "هذا طلب آخر. تجب قراءته أولًا.",
    serverVia: "خادم عبر {host}",
    loadFailed: "تعذّر تحميل النموذج.",
    loadFailedHint: "لا يزال بالإمكان رفض الطلب أو إلغاؤه.",
    broken: "حدث خطأ ما",
    brokenHint: "توقف النموذج عن العمل، وتم إبلاغ تطبيق المحادثة بذلك.",
    typed: "ما تم إدخاله",
    typedHint: "لم يُرسل أي من هذا. لا يزال بالإمكان نسخه.",
    topLevel: "تعرض هذه الصفحة نماذج داخل محادثة. لا يوجد ما يلزم فعله هنا.",
  },
  de: {
    anotherRequest: "Das ist eine andere Anfrage. Lesen Sie sie zuerst.",
    serverVia: "Server über {host}",
    loadFailed: "Das Formular konnte nicht geladen werden.",
    loadFailedHint: "Sie können die Anfrage trotzdem ablehnen oder abbrechen.",
    broken: "Etwas ist schiefgegangen",
    brokenHint: "Das Formular funktioniert nicht mehr; der Chat wurde benachrichtigt.",
    typed: "Ihre Eingaben",
    typedHint: "Nichts davon wurde gesendet. Sie können es noch kopieren.",
    topLevel: "Diese Seite zeigt Formulare in einem Chat. Hier gibt es nichts zu tun.",
  },
  es: {
    anotherRequest: "Esta es otra solicitud. Léala primero.",
    serverVia: "Servidor a través de {host}",
    loadFailed: "No se ha podido cargar el formulario.",
    loadFailedHint: "Aún puede rechazar o cancelar la solicitud.",
    broken: "Algo ha salido mal",
    brokenHint: "El formulario ha dejado de funcionar y se ha avisado al chat.",
    typed: "Lo que ha introducido",
    typedHint: "No se ha enviado nada de esto. Todavía puede copiarlo.",
    topLevel: "Esta página muestra formularios dentro de un chat. Aquí no hay nada que hacer.",
  },
  fr: {
    anotherRequest: "C’est une autre demande. Lisez-la d’abord.",
    serverVia: "Serveur via {host}",
    loadFailed: "Le formulaire n’a pas pu être chargé.",
    loadFailedHint: "Vous pouvez toujours refuser ou annuler la demande.",
    broken: "Un problème est survenu",
    brokenHint: "Le formulaire a cessé de fonctionner et l’application de discussion en a été informée.",
    typed: "Ce que vous avez saisi",
    typedHint: "Rien de tout cela n’a été envoyé. Vous pouvez encore le copier.",
    topLevel: "Cette page affiche des formulaires dans une application de discussion. Il n’y a rien à faire ici.",
  },
  he: {
    dir: "rtl",
    anotherRequest: "זו בקשה אחרת. יש לקרוא אותה קודם.",
    serverVia: "שרת דרך {host}",
    loadFailed: "טעינת הטופס נכשלה.",
    loadFailedHint: "עדיין אפשר לדחות את הבקשה או לבטל אותה.",
    broken: "משהו השתבש",
    brokenHint: "הטופס הפסיק לפעול, והצ׳אט עודכן על כך.",
    typed: "מה שהוזן",
    typedHint: "שום דבר מזה לא נשלח. עדיין אפשר להעתיק אותו.",
    topLevel: "הדף הזה מציג טפסים בתוך צ׳אט. אין כאן מה לעשות.",
  },
  ja: {
    anotherRequest: "これは別のリクエストです。先に内容を読んでください。",
    serverVia: "{host} 経由のサーバー",
    loadFailed: "フォームを読み込めませんでした。",
    loadFailedHint: "リクエストの拒否またはキャンセルは引き続き可能です。",
    broken: "問題が発生しました",
    brokenHint: "フォームが動作しなくなりました。チャットアプリに通知済みです。",
    typed: "入力した内容",
    typedHint: "この内容は送信されていません。コピーすることはできます。",
    topLevel: "このページはチャットの中でフォームを表示するためのものです。ここで操作することはありません。",
  },
  ko: {
    anotherRequest: "다른 요청입니다. 먼저 읽어 보세요.",
    serverVia: "{host} 경유 서버",
    loadFailed: "양식을 불러올 수 없습니다.",
    loadFailedHint: "요청을 거절하거나 취소할 수는 있습니다.",
    broken: "문제가 발생했습니다",
    brokenHint: "양식이 작동을 멈췄으며 채팅 앱에 알렸습니다.",
    typed: "입력한 내용",
    typedHint: "이 내용은 보내지 않았습니다. 지금 복사할 수 있습니다.",
    topLevel: "이 페이지는 채팅 안에서 양식을 보여 줍니다. 여기서 할 일은 없습니다.",
  },
  pt: {
    lang: "pt-BR",
    anotherRequest: "Esta é outra solicitação. Leia-a primeiro.",
    serverVia: "Servidor via {host}",
    loadFailed: "Não foi possível carregar o formulário.",
    loadFailedHint: "Você ainda pode recusar ou cancelar a solicitação.",
    broken: "Algo deu errado",
    brokenHint: "O formulário parou de funcionar e o chat foi avisado.",
    typed: "O que você informou",
    typedHint: "Nada disso foi enviado. Você ainda pode copiar.",
    topLevel: "Esta página mostra formulários dentro de um chat. Não há nada a fazer aqui.",
  },
  zh: {
    lang: "zh-CN",
    anotherRequest: "这是另一个请求。请先阅读。",
    serverVia: "通过 {host} 连接的服务器",
    loadFailed: "无法加载表单。",
    loadFailedHint: "您仍然可以拒绝或取消此请求。",
    broken: "出了点问题",
    brokenHint: "表单已停止工作，并已告知聊天应用。",
    typed: "您输入的内容",
    typedHint: "这些内容均未发送，您仍可以复制。",
    topLevel: "此页面在聊天中显示表单。您无需在此进行任何操作。",
  },
};

/**
 * The words for a language tag. Only its primary subtag counts, as in the
 * program: there is one catalogue for each language. Other languages get English.
 */
export function wordsFor(locale: unknown): ShellWords {
  const lang = languageOf(locale, Object.keys(languages)) ?? "en";
  return { lang, dir: "ltr", ...__COMMON_WORDS__[lang]!, ...languages[lang]! };
}
