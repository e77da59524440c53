/** The Content-Security-Policy of texts, images and other files. They load nothing, and can't be shown in frames. */
export const filePolicy = "default-src 'none'; frame-ancestors 'none'"
