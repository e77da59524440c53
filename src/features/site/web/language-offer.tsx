import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { siteFacts } from '#client/site-facts.ts'
import { currentLanguage, pathInLanguage } from '#lib/language.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { findLanguageOffer } from '../language-offer-rules.ts'

/** Remembers the answer to the offer. A browser that refuses storage asks again. */
const answeredKey = 'language-offer'

function isAnswered(): boolean {
  try {
    return localStorage.getItem(answeredKey) !== null
  } catch {
    return false
  }
}

function storeAnswer(): void {
  try {
    localStorage.setItem(answeredKey, 'answered')
  } catch {
    // The browser's storage is full or blocked.
  }
}

/** Offers the page in the language that the reader's browser prefers, unless they have answered before. Moves nothing. */
export function LanguageOffer() {
  const { pathname, searchStr } = useLocation()
  const [offer, setOffer] = useState(() =>
    isAnswered() ? null : findLanguageOffer(navigator.languages, siteFacts().languages ?? [], currentLanguage().tag),
  )
  if (!offer) return null
  const dismiss = () => {
    storeAnswer()
    setOffer(null)
  }
  return (
    <div className="notices z-20">
      <div className="notice bg-ink">
        <a
          href={pathInLanguage(pathname, offer) + searchStr}
          hrefLang={offer.tag}
          lang={offer.tag}
          dir="auto"
          className="font-semibold underline"
          onClick={storeAnswer}
        >
          {offer.text}
        </a>
        <button type="button" aria-label={t('Dismiss')} onClick={dismiss}>
          <Icon name="x" />
        </button>
      </div>
    </div>
  )
}
