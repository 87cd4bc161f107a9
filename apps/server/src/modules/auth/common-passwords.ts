/**
 * Whether this is a very common password (docs/rules.md#passwords), ignoring case: some 18,000 from a list that others
 * maintain, and those below. All of them fall within the first minutes of guessing.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const word = password.toLowerCase();
  return rowsAndWords.has(word) || (await listed()).has(word);
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Loads the list with the first new password: half a megabyte that startup need not wait for. */
function listed(): Promise<ReadonlySet<string>> {
  list ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return list;
}

/** Passwords missing from that list: keyboard rows, repetitions, years, and words from this site. Lower case. */
const rowsAndWords: ReadonlySet<string> = new Set(
  `
  00000000 0000000000 0123456789 0987654321 111111111 1111111111 12121212 123123123 123123123123 12341234
  13131313 159753159 19871987 19881988 19891989 19901990 1q2w3e4r! 1qaz1qaz 20002000 20202020 22222222 33333333
  55555555 66666666 77777777 87654321 88888888 987654321 99999999 999999999 aa12345678 abcdefgh abcdefghi
  abcdefghij admin1234 admin12345 admin123456 admin@123 adminadmin america123 android1 angels123 anthony123
  asdasdasd assassin1 autumn2025 autumn2026 banana123 barcelona1 brazil123 cairn-demo-1 cairn123 cairncairn
  canada123 changeme123 cheese123 chelsea123 cherry123 coding123 company1 cuteangel defaultpassword developer1
  diamond123 dragonball1 eagles123 eminem123 facebook1 fatima123 flower123 foreverlove fortnite fortnite1
  freedom123 golden123 good1234 guest123 guestguest guitar123 hacker123 hackerman handsome1 harley123 heaven123
  hello12345 ibrahim1 iloveu123 iloveyou3000 instagram iphone123 javascript jessica123 letmein12 linkedin
  linux123 liverpool123 login123 loginlogin lovely123 loveme123 lucky1234 manutd123 mickey123 minecraft1
  minnie123 mohamed1 monkey1234 mylove123 newyork123 ninja1234 nopass123 office123 orange123 p@ssw0rd1 p@ssword
  p@ssword1 p@ssword123 pass12345 password1! password123! pretty123 princess123 purple123 python123 qweqweqwe
  qwerty!@# qwerty1! qwertyqwerty rainbow123 ranger123 redsox123 robbie123 root1234 rootroot school123 scooby123
  secretpassword silver123 snoopy123 spring2025 spring2026 student123 summer123 summer2024 summer2025 summer2026
  sunshine123 superuser test12345 tigger123 user1234 welcome! welcome1! welcome1234 welcome2024 welcome2025
  welcome2026 whatsapp windows10 winter123 winter2024 winter2025 winter2026 xbox3600 yamaha123 youtube1 zaq1zaq1
  zombie123 zxcvbnm, zxcvbnm,. zxcvzxcv
`
    .trim()
    .split(/\s+/),
);
