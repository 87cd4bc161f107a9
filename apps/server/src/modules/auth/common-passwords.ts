/**
 * The commonest passwords of at least 8 characters, lower case (D40). Shorter ones are refused by their
 * length; none of these protects an account from the first minute of guessing.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  !qaz2wsx 00000000 0000000000 0123456789 0987654321 10203040 102030405060 11111111 111111111 1111111111
  11223344 1122334455 12121212 123123123 123123123123 123321123 12341234 12344321 12345678 123456789
  1234567890 12345678910 123456789a 123456789q 12345678a 12345678q 1234567q 123456aa 123456abc 123456as
  123456qwerty 12345abc 12345qwert 1234abcd 1234qwer 123654789 123abc123 123qwe123 123qweasd 123qweasdzxc
  12qwaszx 13131313 147258369 147852369 159357456 159753159 19871987 19881988 19891989 19901990 1q2w3e4r
  1q2w3e4r! 1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20002000 20202020 22222222
  33333333 55555555 66666666 741852963 77777777 789456123 87654321 88888888 963852741 987654321 99999999
  999999999 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 abc12345 abc123456
  abc123abc abcd1234 abcd12345 abcdef123 abcdefgh abcdefghi abcdefghij abdullah access123 access14
  admin123 admin1234 admin12345 admin123456 admin@123 adminadmin administrator alejandra alejandro
  alexander alexander1 alexandra america1 america123 andrew123 android1 angel123 angels123 anthony1
  anthony123 anything arsenal1 arsenal123 asd123asd asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl
  asdfqwer assassin assassin1 asshole1 australia autumn2025 autumn2026 baby1234 babyboy1 babygirl
  babygirl1 banana123 barcelona barcelona1 baseball baseball1 basketball basketball1 batman123 battlefield
  beautiful beautiful1 benjamin birthday birthday1 blahblah blessed1 blink182 brandon1 brazil123 bulldog1
  bullshit business butterfly butterfly1 cairn-demo-1 cairn123 cairncairn california callofduty canada123
  carolina caroline changeit changeme changeme1 changeme123 charlie1 charlie123 charlotte cheese123 chelsea1
  chelsea123 cherry123 chicago1 chocolat chocolate chocolate1 christian christian1 christopher coding123
  college1 company1 computer computer1 cookie123 corvette counterstrike cowboys1 cristina crystal1
  cuteangel cutiepie daniel123 december default1 defaultpassword destiny1 developer developer1 diamond1
  diamond123 dolphin1 dolphins dragon12 dragon123 dragonball dragonball1 drummer1 eagles123 elephant
  elizabeth elizabeth1 eminem123 everything facebook facebook1 faith123 fatima123 february fernando
  ferrari1 florida1 flower123 football football1 football123 forever1 foreverlove fortnite fortnite1
  francisco freedom1 freedom123 fuckoff1 fuckyou! fuckyou1 fuckyou123 gandalf1 garfield germany1 ginger123
  godisgood golden123 good1234 goodluck goodmorning google123 gorgeous greenday guest123 guestguest
  guitar123 hacker123 hackerman handsome1 happy123 happyday harley123 heaven123 hello123 hello1234
  hello12345 hellohello hellokitty helloworld honey123 hunter12 hunter123 ibrahim1 iloveher iloveme1
  iloveu123 iloveyou iloveyou! iloveyou1 iloveyou123 iloveyou2 iloveyou3000 instagram internet internet1
  iphone123 january1 javascript jennifer jennifer1 jessica1 jessica123 jesus123 jesuschrist jesusislord
  jonathan jordan123 jordan23 joshua123 juventus killer12 killer123 lakers24 lamborghini letmein1
  letmein12 letmein123 letmeinnow linkedin linux123 lionking liverpool liverpool1 liverpool123 login123
  loginlogin london123 lovelove lovely123 loveme123 loveyou1 lucky123 lucky1234 lucky777 manchester
  manutd123 master12 master123 mastermind matrix123 matthew1 mercedes mercedes1 metallica metallica1
  michael1 michael123 michelle michelle1 mickey123 microsoft midnight midnight1 minecraft minecraft1
  minnie123 mohamed1 mohammed monkey12 monkey123 monkey1234 motherfucker muhammad mustang1 mylove123
  mypassword naruto123 newpassword newyork1 newyork123 nicholas nicholas1 ninja123 ninja1234 nintendo
  nirvana1 nopass123 nopassword nothing1 november october1 office123 orange123 p4ssw0rd p@ssw0rd p@ssw0rd1
  p@ssword p@ssword1 p@ssword123 pa55w0rd pa55word pass1234 pass12345 passpass passport passw0rd passw0rd1
  password password! password01 password1 password1! password11 password12 password123 password123!
  password1234 password2 password3 password99 patricia patriots peace123 pepper123 phoenix1 pikachu1
  playboy1 playstation pokemon1 pokemon123 porsche1 pretty123 princesa princess princess1 princess123
  programmer purple123 pussycat python123 q1w2e3r4 q1w2e3r4t5 qazwsx123 qazwsxedc qazwsxedcrfv qwaszx12
  qwe123qwe qweasd123 qweasdzxc qweqweqwe qwer1234 qwert123 qwert12345 qwerty!@# qwerty1! qwerty12
  qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyqwerty qwertyui qwertyuiop rainbow1 rainbow123
  ranger123 realmadrid redsox123 robbie123 robert123 roberto1 rocknroll rockstar rockstar1 root1234
  rootroot samantha samantha1 samsung1 samsung123 samurai1 saturday school123 scooby123 sebastian
  secret123 secretpassword security security1 september shadow12 shadow123 silver123 simpsons slipknot
  smile123 snoopy123 soccer123 softball something southpark spiderman spiderman1 spring2025 spring2026
  startrek startrek1 starwars starwars1 steelers steelers1 stephanie strawberry student1 student123
  summer123 summer2024 summer2025 summer2026 sunflower sunshine sunshine1 sunshine123 superman superman1
  superman123 superuser sweetheart sweetie1 teacher1 temp1234 temppass test1234 test12345 testing1
  testing123 testpass testtest texas123 thomas123 thunder1 thursday tiger123 tigger123 trustno1 university
  user1234 username userpass valentina veronica victoria victoria1 volleyball warcraft warcraft1 welcome!
  welcome01 welcome1 welcome1! welcome12 welcome123 welcome1234 welcome2024 welcome2025 welcome2026
  whatever whatever1 whatsapp william1 windows1 windows10 winter123 winter2024 winter2025 winter2026
  xbox3600 yamaha123 yankees1 youtube1 zaq12wsx zaq1xsw2 zaq1zaq1 zombie123 zxcvbnm, zxcvbnm,. zxcvbnm1
  zxcvbnm123 zxcvzxcv
`
    .trim()
    .split(/\s+/),
);
