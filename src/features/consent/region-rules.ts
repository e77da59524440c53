/** Official languages of the European Economic Area, except English, because most of its speakers live elsewhere. */
const europeanLanguages = new Set(
  'bg cs da de el es et fi fr ga hr hu is it lt lv mt nb nl nn no pl pt ro sk sl sv'.split(' '),
)

/**
 * Tells whether a visitor is treated as being in the European Economic Area, because of a European language or a time
 * zone under Europe/. This includes some visitors from elsewhere.
 */
export function isEea(languages: readonly string[], timeZone: string): boolean {
  return (
    timeZone.startsWith('Europe/') ||
    languages.some((tag) => europeanLanguages.has(tag.toLowerCase().split('-')[0] ?? ''))
  )
}
