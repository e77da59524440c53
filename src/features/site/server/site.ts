/** What texts that leave the site say of it. */
export type Site = {
  name: string
  /** PUBLIC_URL, else the server's own address; known once it listens. */
  origin: () => string
}
