/** From this width on, the form is beside the result and has room for all fields. */
const wide = '(min-width: 56.25rem)'

/** Whether the form is beside the result now. */
export const isWide = () => matchMedia(wide).matches
