import type { ElicitRequestParams, ElicitResult } from "elicitform";
import { ElicitationForm } from "elicitform/react";

/** A request that the chat has stored. The functions send the result, or the error, to the server. */
interface Pending {
  params: ElicitRequestParams;
  server: string;
  answer(result: ElicitResult): void;
  fail(error: Error): void;
}

export const Question = ({ pending }: { pending: Pending }) => (
  <ElicitationForm request={pending.params} server={{ id: pending.server }} onResult={pending.answer} onError={pending.fail} />
);
