/** What texts and images that leave the site say of it, and where images are kept. */
export type Site = {
  name: string
  /** PUBLIC_URL, else the server's own address; known once it listens. */
  origin: () => string
  /** Unset: share images are not kept. */
  shareFolder?: string
  warn: (error: Error) => void
}
