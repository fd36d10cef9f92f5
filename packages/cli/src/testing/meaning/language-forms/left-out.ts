// Forms of the language that no made-up specification has, each with its reason. The list is closed: the test fails for a form
// that neither a made-up specification nor this list has, and for a line of this list of which something is made up.

export interface LeftOut {
  readonly forms: RegExp
  readonly because: string
}

const FILE = String.raw`(?:file|image|list of MEDIA) up to|…, at most (?:5|.….)$`

export const LEFT_OUT: readonly LeftOut[] = [
  {
    forms: /^table queries: Type \| …, otherwise (?:yes|no)$/,
    because: 'a default has one meaning for every type, and others are made up; `contracts-of-rules.test.ts` has these',
  },
  {
    forms: new RegExp(
      `(?:Type|Like) \\| (?:${FILE})|Body \\| (?:multipart|file)$|step respond STATUS file|Setting \\| Logo`,
    ),
    because: 'no expression reads the bytes of a file; an upload is a request of its own',
  },
  {
    forms:
      /(?:Type|Like) \| secret text$|(?:inputs|queries|headers|cookies): \w+ \| password|step check password|On \| signing in$/,
    because: 'nothing of a secret is answered that could be compared, and hashing it takes longer than a whole play',
  },
  {
    forms: /^table versionChanges|Rules \| was NAME|label entity: was|part Changes to version/,
    because: 'the version before is there in a play of versions only, which the proof of evolution makes up',
  },
  {
    forms:
      /^table claimed|^label provider|part OpenID provider|Sign in with \| (?!FIELD and password$)|Second factor \||fresh second factor|Sign up \| (?:by invitation|closed)$|May \| (?:invite|forget)$/,
    because:
      'a way in, or out: what is asked on the way is a protocol with tests of its own, and calls only learn who came',
  },
  {
    forms:
      /Session \| (?:header|query|HTTP Basic|cookie `token`|… or HTTP Basic|…, ends (?:`…`|AMOUNT) after last use$)/,
    because: 'what carries a session: `api/authentication/session-carriers.test.ts` has them all',
  },
  {
    forms:
      /^label document|part Document|document DOCUMENT|as document DOCUMENT|step issue DOCUMENT|message: (?:Attaches|Shows|Button)/,
    because: 'a document is a PDF; its values are those of records',
  },
  {
    forms:
      /label screen: (?:Form|Steps) |Shows \| (?:…NAME in |…, NAME = |… as choices for NAME|… as tab)|Can \| (?:…, then open|open SCREEN|sign out)|as formatted text$|as button/,
    because: 'the browser draws it, and calls do it: journeys go through it',
  },
  {
    forms: /As \| (?:board by FIELD, at most|…, at most 3 in COLUMN)/,
    because: 'the browser draws the limit of a column beside the number of its cards, which is compared',
  },
  {
    forms: /^label preamble: Chapters/,
    because: 'a text in several files has the same model as in one file: `core/read/chapters.test.ts`',
  },
  {
    forms: /^label screen: Text /,
    because: 'it shows words of the text alone; `api/screens/words-on-screens.test.ts` has who gets them',
  },
  {
    forms: /^label screen: View /,
    because:
      'a view is the query of an address, and such queries are made up: `api/screens/stated-views.test.ts` compares the two',
  },
  {
    forms: /^table translations|part Translation|Setting \| Language/,
    because: 'it changes words; codes and values are compared, and words in the language of the text alone',
  },
  {
    forms: /Agents act as|Operated by/,
    because:
      'agents ask by a protocol and operators on a page; both have less than a user with a key, which is compared',
  },
  {
    forms: /part (?:Example|Shared by calls)|call: Shares/,
    because: 'both programs get the model in which it has been resolved, or that leaves it out',
  },
  {
    forms:
      /\| none$|Ninefold \| 1$|part Routes|Path \| ADDRESS$|Path \| …, was ADDRESS|from (?:an )?BASE$|table states: |Who \| SERVICE$/,
    because: 'another way to write what is made up',
  },
  {
    forms: /Path \| (?:…, was|… until)|call: was \|/,
    because: 'a former address is the same call: `api/http/former-addresses.test.ts`',
  },
  {
    forms:
      /By \| (?:events|webhook)$|table messages: By \| webhook, signed|Signs with \| (?:Standard Webhooks|Stripe|…, within)/,
    because: 'how a message is delivered or signed; that it is sent, and with which words, is compared',
  },
  {
    forms:
      /^table (?:sends: Like \| (?!text up to 80$|whole number$)|gets: Like \| (?!text up to 80$|whole number 1 to 5$|yes\/no$))/,
    because: 'values for services are read by the reader of inputs, of which every type is made up',
  },
  {
    forms: /^table (?:headers|cookies): Like \| (?:ENTITY\.FIELD|long text|formatted text|… up to|money with|period)/,
    because: 'a header has one line, and no object stands in it',
  },
  {
    forms: /^table queries: Type \| (?:money with currency|period of)/,
    because: 'no object stands in an address',
  },
  {
    forms: /signingIn: Terms|^table shape: Key \| (?:"TITLE"|@FIELD)$|Type \| (?:rank|values of ENTITY)$/,
    because: 'it is new, and the generator does not have it yet',
  },
  {
    forms: /Every entity has \| id as a counting number/,
    because: 'records are compared by their codes: identities are each program’s own',
  },
  {
    forms: /^expression time\(\)$/,
    because: 'it is a value by the time that an expression is checked; conditions of `opening` have it',
  },
  {
    forms: /Calls \| presence$|On \| streams(?: of `CALL`)?$|Per \| path$/,
    because:
      'a play has no connections that stay open: `api/live/connections/presence.test.ts` opens them, in two processes',
  },
  {
    forms: /^table limits: On \| all calls$/,
    because:
      'a play sends further requests, for versions and histories, which would count: `api/calls/limit-headers.test.ts`',
  },
  { forms: /Rules \| personal data erased after/, because: 'the interpreter does not erase yet' },
  { forms: /entity: Followers/, because: 'the interpreter tells no followers yet' },
  { forms: /part Reference data/, because: 'it is loaded as sample data is, which is made up' },
]
