/** From this width on, the form is beside the result and has room for all its fields. */
const wide = '(min-width: 56.25rem)'

/** Tells whether the form is beside the result now. */
export const isWide = () => matchMedia(wide).matches
