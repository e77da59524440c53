import { Fragment } from 'react'
import { aiVendors, familyNames } from '#features/models/rules.ts'
import { isSelfHosted, keyPageOf, vendorFacts } from '#features/models/vendor-rules.ts'
import { Field } from '#ui/field.tsx'
import { useOwnKeys, writeOwnKey } from './own-keys.ts'

const vendors = aiVendors.filter((vendor) => !isSelfHosted(vendor))

/**
 * Fields for a member's own keys, saved as the member types. They are not password fields, because browsers would offer
 * to save a key as the password of this site.
 */
export function OwnKeyFields({ userId }: { userId: string }) {
  const keys = useOwnKeys(userId)
  const count = Object.keys(keys).length
  return (
    <details className="fold">
      <summary>Use your own key{count > 0 && ` (${count} saved)`}</summary>
      <div className="grid gap-4 pt-2">
        <p className="text-ink-2 text-small">
          A key stays in this browser. It is sent with a run and stored nowhere else. Answers with your own key cost no
          credits; the vendor bills you. Get one from{' '}
          {vendors.map((vendor, i) => (
            <Fragment key={vendor}>
              {i > 0 && (i === vendors.length - 1 ? ' or ' : ', ')}
              <a href={keyPageOf(vendor)} target="_blank" rel="noreferrer" className="link">
                {vendorFacts[vendor].company}
              </a>
            </Fragment>
          ))}
          .
        </p>
        {vendors.map((vendor) => (
          <Field
            key={vendor}
            label={`${familyNames[vendor]} key`}
            name={`key-${vendor}`}
            className="input secret"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            value={keys[vendor] ?? ''}
            onChange={(event) => writeOwnKey(userId, vendor, event.target.value)}
          />
        ))}
      </div>
    </details>
  )
}
