import { useLocation } from '@tanstack/react-router'
import { Fragment } from 'react'
import { aiVendors, familyNames, type OwnKeyName } from '#features/models/rules.ts'
import { keyPageOf, openRouter, vendorFacts } from '#features/models/vendor-rules.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { rich } from '#ui/rich.ts'
import { useOwnKeys, writeOwnKey } from './own-keys.ts'

type OwnKey = { name: OwnKeyName; label: string; company: string; page: string }

const ownKeys: OwnKey[] = [
  ...aiVendors.flatMap((vendor) => {
    const page = keyPageOf(vendor)
    return page === null
      ? []
      : [{ name: vendor, label: familyNames[vendor], company: vendorFacts[vendor].company, page }]
  }),
  { name: 'openrouter', label: openRouter.company, company: openRouter.company, page: openRouter.keyPage },
]

/**
 * Scrolls to the fields after they appear. The browser itself looks for a link's target too early, before the session is
 * known.
 */
const scrollIntoView = (fields: HTMLElement | null) => fields?.scrollIntoView({ block: 'center' })

/**
 * The fields for a member's own keys, which are saved as the member types. They aren't password fields, because browsers
 * would offer to save a key as the password for this site.
 */
export function OwnKeyFields({ userId }: { userId: string }) {
  const keys = useOwnKeys(userId)
  const count = Object.keys(keys).length
  const isLinked = useLocation().hash === 'own-keys'
  return (
    <details className="disclosure" id="own-keys" open={isLinked} ref={isLinked ? scrollIntoView : undefined}>
      <summary>{count > 0 ? t('Use your own key ({count} saved)', { count }) : t('Use your own key')}</summary>
      <div className="grid gap-4 pt-2">
        <p className="text-ink-2 text-small">
          {rich(
            'A key is saved only in this browser, and sent only with your runs. Answers with your own key cost no credits; the vendor bills you. An OpenRouter key works for all model families. Get a key from: {vendors}.',
            {
              vendors: ownKeys.map(({ name, company, page }, i) => (
                <Fragment key={name}>
                  {i > 0 && ', '}
                  <a href={page} target="_blank" rel="noreferrer" className="link">
                    {company}
                  </a>
                </Fragment>
              )),
            },
          )}
        </p>
        {ownKeys.map(({ name, label }) => (
          <Field
            key={name}
            label={t('{label} key', { label })}
            name={`key-${name}`}
            className="input secret"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            value={keys[name] ?? ''}
            onChange={(event) => writeOwnKey(userId, name, event.target.value)}
          />
        ))}
      </div>
    </details>
  )
}
