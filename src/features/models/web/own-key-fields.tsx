import { aiVendors, familyNames } from '#features/models/rules.ts'
import { isSelfHosted } from '#features/models/vendor-rules.ts'
import { Field } from '#ui/field.tsx'
import { useOwnKeys, writeOwnKey } from './own-keys.ts'

const vendors = aiVendors.filter((vendor) => !isSelfHosted(vendor))

/**
 * Fields for keys of a member's own, kept while one types. No password fields: browsers would offer to keep a key as the
 * password of this site.
 */
export function OwnKeyFields({ userId }: { userId: string }) {
  const keys = useOwnKeys(userId)
  const count = Object.keys(keys).length
  return (
    <details className="fold">
      <summary>Use a key of your own{count > 0 && ` (${count} kept)`}</summary>
      <div className="grid gap-4 pt-2">
        <p className="text-ink-2 text-small">
          A key stays in this browser. It is sent along with a run and stored nowhere else. Answers with your own key
          cost no credits; the vendor bills you.
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
