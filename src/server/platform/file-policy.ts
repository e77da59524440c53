/** The Content-Security-Policy of texts, images and other files that are no pages: they load nothing, and nobody frames them. */
export const filePolicy = "default-src 'none'; frame-ancestors 'none'"
