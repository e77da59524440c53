import type { ReactNode } from 'react'

type Props = { icon?: ReactNode; action?: ReactNode; children: ReactNode }

/** A row in a list of things to manage, such as passkeys, with an icon, a description, and a button at its end. */
export function ListRow({ icon, action, children }: Props) {
  return (
    <li className="flex min-h-16 items-center gap-3 border-hair border-b py-2">
      {icon}
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </li>
  )
}
