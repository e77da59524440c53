/** Official languages of the European Economic Area. English is left out: most who read it live elsewhere. */
const europeanLanguages = new Set(
  'bg cs da de el es et fi fr ga hr hu is it lt lv mt nb nl nn no pl pt ro sk sl sv'.split(' '),
)

/**
 * Whether a visitor counts as one from the European Economic Area: by a European language code or a
 * time zone under Europe/. It takes in some who live elsewhere, who are then treated with more care than need be.
 */
export function isEea(languages: readonly string[], timeZone: string): boolean {
  return (
    timeZone.startsWith('Europe/') ||
    languages.some((tag) => europeanLanguages.has(tag.toLowerCase().split('-')[0] ?? ''))
  )
}
