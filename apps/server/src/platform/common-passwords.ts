/** The passwords most often found in leaks, of those that the form (6 to 20 letters and digits) would let through. Lower case. */
const COMMON = new Set(`
000000 00000000 0000000000 010203 0123456 0123456789 101010 111111 1111111 11111111 1111111111 111222 112233 11223344 121212 12121212
123000 123123 1231234 123123123 123321 1234321 12344321 123456 1234560 1234561 1234567 12345678 123456789 1234567890 1234567891
12345qwert 1234qwer 123654 123654789 123abc 123qwe 131313 134679 142536 147147 147258 147258369 147852 147852369 159357 159753
159951 171717 212121 222222 22222222 232323 252525 321321 333333 456456 456789 454545 520520 5201314 555555 55555555 654321 666666
66666666 6666666 696969 741852 741852963 753951 777777 7777777 77777777 7758521 789456 789456123 8675309 876543 87654321 888888
88888888 963852 963852741 987654 98765432 987654321 9876543210 999999 99999999 999999999 a123456 a1234567 a12345678 a123456789
a1b2c3 aa123456 aaaaaa aaaaaaaa abc123 abc1234 abc12345 abcd1234 abcdef abcdefg abcdefgh access admin admin1 admin123 admin1234
administrator andrea andrew anthony asdasd asdf1234 asdfasdf asdfgh asdfghjk asdfghjkl ashley azerty azertyuiop bailey baseball
basketball batman changeme charlie chelsea cheese computer cookie daniel dragon dragon123 football football1 freedom george ginger
hannah hello123 hunter hunter2 iloveyou iloveyou1 internet jennifer jessica jordan jordan23 joshua justin killer letmein letmein1
liverpool london lovely loveme maggie master master123 matrix matthew merlin michael michelle monkey monkey1 mustang myspace1
nicole ninja1 pass1234 passw0rd password password1 password12 password123 pepper pokemon princess princess1 purple q1w2e3 q1w2e3r4
q1w2e3r4t5 qazwsx qazwsx123 qazwsxedc qq123456 qwe123 qwerty qwerty1 qwerty12 qwerty123 qwertyu qwertyui qwertyuiop qwer1234
ranger robert samsung secret senha123 shadow silver soccer summer sunshine sunshine1 superman superman1 target123 temp1234 test123
test1234 testing thomas thunder tigger trustno1 tucker welcome welcome1 welcome123 whatever william woaini1314 woaini yankees
zaq12wsx zxcvbn zxcvbnm zxcvbnm1 zxcvbnm123
`.trim().split(/\s+/));

/** True for a password that guessers try first, in any case. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());
