import { useLocation } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { currentLanguage, pathInLanguage } from '#lib/language.ts'
import { languages } from '#lib/languages.ts'
import { t } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'

/** Loads the offer, unless the reader's browser prefers the language of the page. */
async function loadOffer() {
  const isPreferred = navigator.language.split('-')[0] === currentLanguage().tag.split('-')[0]
  return isPreferred ? () => null : (await import('./language-offer.tsx')).LanguageOffer
}

/** Links to the same page in the other languages of the site, and the offer of one. Renders nothing if there is only one. */
export function LanguageSwitch() {
  const { pathname, searchStr } = useLocation()
  const shown = siteFacts().languages
  if (!shown) return null
  const { tag: current } = currentLanguage()
  return (
    <nav aria-label={t('Language')} className="languages foot-links flex flex-wrap gap-x-4">
      <Deferred load={loadOffer} props={{}} placeholder={null} failure={null} />
      {shown.map((language) => (
        <a
          key={language.tag}
          href={pathInLanguage(pathname, language) + searchStr}
          hrefLang={language.tag}
          lang={language.tag}
          aria-current={language.tag === current ? 'true' : undefined}
        >
          {languages.find(({ tag }) => tag === language.tag)?.name}
        </a>
      ))}
    </nav>
  )
}
