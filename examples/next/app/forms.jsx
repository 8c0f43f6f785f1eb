"use client";
import { ElicitationForms, useElicitationForms } from "elicitform/react";
import { connectRelay } from "elicitform/relay";
import { useEffect } from "react";

function Relay({ token }) {
  const forms = useElicitationForms();
  useEffect(() => {
    const connection = connectRelay("/relay", forms, { token });
    return () => connection.close();
  }, [forms, token]);
}

export const Forms = ({ token }) => <ElicitationForms frameUrl="/elicitform/index.html"><Relay token={token} /></ElicitationForms>;
