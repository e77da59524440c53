import { ResendEmail } from './resend-email.tsx'
import { useLogOut } from './use-log-out.ts'

/** Asks members of a closed site to confirm their email address, and is shown until they have done so. */
export function ConfirmFirst() {
  const logOut = useLogOut()
  return (
    <div className="mt-8 grid justify-items-start gap-4" role="status">
      <p>Open the link in our email, in this browser, to confirm your address. After that you can use the site.</p>
      <ResendEmail />
      <button type="button" className="btn" onClick={logOut}>
        Log out
      </button>
    </div>
  )
}
