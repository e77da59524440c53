/** The prefix of the addresses of a public picture's files. */
export function publicSrc(key: string): string {
  return `/pictures/${key}/`
}

/** The prefix for its owner and for moderators while it isn't public. */
export function privateSrc(key: string): string {
  return `/api/pictures/${key}/`
}

/** The picture's key in such a prefix. */
export function keyOfSrc(src: string): string {
  return src.split('/').at(-2) ?? ''
}
