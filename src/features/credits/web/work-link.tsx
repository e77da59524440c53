import { useState } from 'react'
import { t } from '#lib/texts.ts'
import { forgetWork, readWork } from './work-path.ts'

/**
 * Leads back to the page where the member's credits didn't suffice, if they came from there. `isNextPress`: they have
 * enough now, so this is what they want to press.
 */
export function WorkLink({ isNextPress }: { isNextPress: boolean }) {
  // Only members' pages show this link, and the browser renders these, so storage can be read at once.
  const [path] = useState(readWork)
  if (path === null) return null
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      {/* A plain link, because the Content-Security-Policy of this page is less strict, and only a page load changes it. */}
      <a href={path} className={isNextPress ? 'btn btn-primary' : 'btn'} onClick={forgetWork}>
        {t('Back to what you were doing')}
      </a>
      <span className="text-ink-2 text-small">{t('What you wrote is still there.')}</span>
    </p>
  )
}
