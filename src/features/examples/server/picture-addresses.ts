/** What the addresses of a public picture's files begin with. */
export function publicSrc(key: string): string {
  return `/pictures/${key}/`
}

/** What they begin with for its owner and for moderators, while it isn't public. */
export function privateSrc(key: string): string {
  return `/api/pictures/${key}/`
}

/** The key in what begins a picture's addresses. */
export function keyOfSrc(src: string): string {
  return src.split('/').at(-2) ?? ''
}
