import { bookings } from "../drive.mjs";

export default bookings;
