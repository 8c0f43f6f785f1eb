import { bookings } from "../drive.mjs";

/** The folder of the extension, which a browser of its own loads. */
export const extension = "dist";

export default bookings;
