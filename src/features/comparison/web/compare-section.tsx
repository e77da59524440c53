import { useEffect, useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'

const sectionId = 'compare'
const loadTool = () => import('./prompt-page-comparison.tsx').then((page) => page.PromptPageComparison)

/** Shows a link from the prompt to the section “Comparison” below it. */
export function CompareButton() {
  return (
    <a className="btn js-only" href={`#${sectionId}`}>
      <Icon name="layers" className="icon-sm" />
      {t('Compare models')}
    </a>
  )
}

/**
 * Shows the section “Comparison” of a prompt's page. Loads the comparison tool only when the section is opened, to keep
 * the page's first load small.
 */
export function CompareSection({ prompt }: { prompt: Prompt }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const openIfLinked = () => {
      if (location.hash === `#${sectionId}`) setOpen(true)
    }
    openIfLinked()
    window.addEventListener('hashchange', openIfLinked)
    return () => window.removeEventListener('hashchange', openIfLinked)
  }, [])
  return (
    <div id={sectionId} className="js-only">
      <Section
        title={t('Comparison')}
        aside={t('Send your filled-in text to several models, and read their answers side by side')}
        quiet={!isOpen}
        isPart
      >
        {isOpen ? (
          <Deferred load={loadTool} props={{ prompt, hash: `#${sectionId}` }} />
        ) : (
          <button type="button" className="btn" onClick={() => setOpen(true)}>
            {t('Choose models')}
          </button>
        )}
      </Section>
    </div>
  )
}
