/** The Content-Type headers of texts that programs read. */
export const atomType = { 'Content-Type': 'application/atom+xml; charset=utf-8' }
export const markdownType = { 'Content-Type': 'text/markdown; charset=utf-8' }
export const plainType = { 'Content-Type': 'text/plain; charset=utf-8' }
