import { elicitform } from "elicitform/vite";

export default { plugins: [elicitform()] };
