/** The Content-Type headers of texts that programs read. */
export const atom = { 'Content-Type': 'application/atom+xml; charset=utf-8' }
export const markdown = { 'Content-Type': 'text/markdown; charset=utf-8' }
export const plain = { 'Content-Type': 'text/plain; charset=utf-8' }
