"use client";
import { createFormHost } from "elicitform";
import { connectRelay } from "elicitform/relay/browser";
import { useCallback } from "react";

export function Forms({ token }) {
  const show = useCallback((container) => {
    const forms = createFormHost({ container, frameUrl: "/elicitform/index.html" });
    const connection = connectRelay("/relay", forms, { token });
    return () => { connection.close(); forms.dispose(); };
  }, [token]);
  return <div ref={show} />;
}
